import { ConfigError } from '../config/config-error.ts'
import { DatabaseError } from '../db/database-error.ts'
import { describeFileError } from '../system/file-error.ts'

/** An error that prevents the server from starting. The message explains what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Describes an error that the person who starts the server can fix. Such errors concern the configuration, a
 * port, the database, or a folder.
 * @returns null for every other error, which needs its stack trace
 */
export function describeStartError(error: unknown): string | null {
  const isExplained =
    error instanceof ConfigError || error instanceof DatabaseError || error instanceof StartError
  return isExplained ? error.message : describeFileError(error)
}
