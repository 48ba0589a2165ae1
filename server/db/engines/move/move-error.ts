import { DatabaseError } from '../../database-error.ts'

/**
 * The error for a move that failed. The message explains why, and what to do next. Rows that have already
 * been moved stay in the target.
 */
export class MoveError extends DatabaseError {}

interface CodeMessage {
  codes: RegExp
  /**
   * Builds the message for the user.
   * @param reason the Postgres server's message
   */
  toMessage(shown: string, reason: string): string
}

/** Messages for Postgres error codes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const codeMessages: readonly CodeMessage[] = [
  {
    codes: /^(28\w{3}|28P01)$/,
    toMessage: (shown, reason) =>
      `${shown} rejected the sign-in: ${reason}. Check the user and password in the URL.`,
  },
  {
    codes: /^3D000$/,
    toMessage: (shown) => `The database ${shown} does not exist. Create it empty, then run this again.`,
  },
  {
    codes: /^42501$/,
    toMessage: (shown, reason) =>
      `The user of ${shown} lacks a permission: ${reason}. Make the user the owner of the database, then run this again.`,
  },
  {
    codes: /^(53100|58030)$/,
    toMessage: (shown, reason) =>
      `The disk of ${shown} is full: ${reason}. Free some space, then run this again. ${GOES_ON}`,
  },
  {
    codes: /^25006$/,
    toMessage: (shown) => `${shown} is read-only, like a standby. Use the URL of the primary.`,
  },
]

const GOES_ON = 'It continues where it stopped.'

/** Converts an error from the target database to one that explains the problem and the remedy. */
export function toMoveError(error: unknown, shown: string): MoveError {
  if (error instanceof DatabaseError) return error
  const { code, message } = error as { code?: unknown; message?: unknown }
  const reason = String(message || code)
  const entry = codeMessages.find(({ codes }) => codes.test(String(code)))
  const text =
    entry?.toMessage(shown, reason) ??
    `The connection to ${shown} failed: ${reason}. When the server is reachable, run this again. ${GOES_ON}`
  return new MoveError(text, { cause: error })
}
