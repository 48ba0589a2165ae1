/** The database cannot be used in its current state. The message says why and what to do. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}
