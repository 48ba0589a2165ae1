/** Thrown if the demo data cannot be created. The message explains what to do. The database is unchanged. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  /** True to print only the message, without the stack trace. */
  readonly isExpected = true
}
