/**
 * Thrown if the demo data cannot be created, in which case the database is unchanged. The message explains
 * what to do.
 */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  /** True to print only the message, without the stack trace. */
  readonly isExpected = true
}
