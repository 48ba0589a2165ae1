/** The environment's settings that are there, as text. */
export type Given = Readonly<Record<string, string | undefined>>

/** Those that hold: `condition && 'NAME: what is wrong'`. */
export function faultList(...faults: (string | false | null | undefined)[]): string[] {
  return faults.filter((fault) => typeof fault === 'string' && fault !== '') as string[]
}
