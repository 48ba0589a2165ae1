/**
 * The error for a database server that is unreachable or has closed the connection. The request can be
 * retried soon.
 */
export class DatabaseLostError extends Error {
  override readonly name: string = 'DatabaseLostError'

  constructor(cause?: unknown, message = 'The database can’t be reached.') {
    super(message, { cause })
  }
}

/**
 * The error for a transaction that conflicted with others at every attempt. The request can be retried soon.
 */
export class DatabaseBusyError extends DatabaseLostError {
  override readonly name = 'DatabaseBusyError'

  constructor(cause: unknown) {
    super(cause, 'Too many requests write the same row at the same time.')
  }
}

/**
 * Runs work.
 * @throws DatabaseLostError in place of any error that means a lost database
 */
export async function detectLostDatabase<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isLoss(error) ? new DatabaseLostError(error) : error
  }
}

/**
 * Error codes for network failures, and for a server that is stopping or starting
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const codes =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-3]|53300|08\w{3}|25006)$/
/** Messages of `pg` errors that have no code. */
const messages = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client )/

function isLoss(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return codes.test(String(code)) || (code === undefined && messages.test(String(message)))
}
