/** Everything that is wrong with the configuration, one line each. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a fault' : `${problems.length} faults`}:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}
