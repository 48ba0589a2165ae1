import { ConfigError } from '../../server/config.ts'

/**
 * What to print when a start fails: for what a person can put right (configuration, ports, data folder,
 * database) the message alone, for a fault of ours the stack.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConfigError) return error.message
  if ('isExpected' in error || isFromOutside(error)) return withCause(error)
  return error.stack ?? error.message
}

/** The operating system's and SQLite's errors have codes such as EACCES; Node's own, ERR_…, are faults of ours. */
function isFromOutside(error: Error): boolean {
  return 'code' in error && !String(error.code).startsWith('ERR_')
}

function withCause(error: Error): string {
  return error.cause instanceof Error ? `${error.message}\n${error.cause.message}` : error.message
}
