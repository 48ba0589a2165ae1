/**
 * The error of a database that cannot be used in its current state. The message explains the reason and what
 * to do.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}
