/** The database cannot be used as it is; nothing in it was changed. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}
