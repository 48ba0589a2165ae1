/**
 * The error for a database that cannot be used in its current state. The message explains the reason and the
 * remedy.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}
