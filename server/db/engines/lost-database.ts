/** The database server cannot be reached, or went away: what was asked of it may be asked again soon. */
export class DatabaseLostError extends Error {
  override readonly name: string = 'DatabaseLostError'

  constructor(cause?: unknown, message = 'The database can’t be reached.') {
    super(message, { cause })
  }
}

/** Others were in a transaction's way each time that it was tried: the same may be asked again soon. */
export class DatabaseBusyError extends DatabaseLostError {
  override readonly name = 'DatabaseBusyError'

  constructor(cause: unknown) {
    super(cause, 'Too many requests write the same row at the same time.')
  }
}

/** @throws DatabaseLostError in place of what says so in other words */
export async function orLost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isLoss(error) ? new DatabaseLostError(error) : error
  }
}

/** Of the network, and of https://www.postgresql.org/docs/current/errcodes-appendix.html: a server that ends or begins. */
const codes =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-3]|53300|08\w{3}|25006)$/
/** What `pg` says without a code. */
const messages = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client )/

function isLoss(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return codes.test(String(code)) || (code === undefined && messages.test(String(message)))
}
