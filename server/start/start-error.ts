import { ConfigError } from '../config/config-error.ts'
import { DatabaseError } from '../db/database-error.ts'
import { describeFileError } from '../system/file-error.ts'

/** Thrown if the server can't start. The message explains what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Describes an error that the operator can fix: in the configuration, a port, the database, or a folder.
 * @returns null for any other error, which needs its stack trace
 */
export function describeStartError(error: unknown): string | null {
  const isExplained =
    error instanceof ConfigError || error instanceof DatabaseError || error instanceof StartError
  return isExplained ? error.message : describeFileError(error)
}
