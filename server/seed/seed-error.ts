/**
 * An error for demo data that cannot be created; its message explains what to do, and the database is
 * unchanged.
 */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  /** True, so that only the message is printed, without the stack. */
  readonly isExpected = true
}
