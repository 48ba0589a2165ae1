/** The demo data cannot be made as things stand; its message says what to do, and the database is untouched. */
export class SeedError extends Error {
  override readonly name = 'SeedError'
  /** Whoever reports it prints the message alone. */
  readonly isExpected = true
}
