import { DatabaseError } from './database-error.ts'

interface FailedStep {
  /** The name of the migration. */
  step: string
  /** The schema version before the step. */
  version: number
  cause: unknown
}

/** The error for a failed migration step whose changes were rolled back. */
export class MigrationError extends DatabaseError {
  readonly step: string
  readonly version: number

  constructor({ step, version, cause }: FailedStep) {
    super(`Step ${step} failed at schema ${version}: ${describeCause(cause)}.`, { cause })
    this.step = step
    this.version = version
  }

  /** Returns the same error with a message that also explains the consequences and how to recover. */
  withAdvice(intro: string, advice: string): MigrationError {
    const { step, version, cause } = this
    const advised = new MigrationError({ step, version, cause })
    advised.message = `${intro} ${this.message}\n${advice}`
    return advised
  }
}

function describeCause(cause: unknown): string {
  const text = cause instanceof Error ? cause.message || cause.name : String(cause)
  return text.trim().replace(/\.$/, '')
}
