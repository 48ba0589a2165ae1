/** Everything that is wrong with the configuration, one line each. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'an error' : `${problems.length} errors`}:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** The environment's settings that are there, as text. */
export type Given = Readonly<Record<string, string | undefined>>

/** Those that hold: `condition && 'NAME: what is wrong'`. */
export function compact(...faults: (string | false | null | undefined)[]): string[] {
  return faults.filter((fault) => typeof fault === 'string' && fault !== '') as string[]
}
