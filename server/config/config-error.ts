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

/** The environment variables that are set and not empty. */
export type RawSettings = Readonly<Record<string, string | undefined>>

/** Drops falsy and empty entries, so that lists can contain entries such as `condition && 'NAME: reason'`. */
export function dropEmptyErrors(...errors: (string | false | null | undefined)[]): string[] {
  return errors.filter((error) => typeof error === 'string' && error !== '') as string[]
}
