/** Detects which writes the database rejected and why. */

/** The code that Postgres uses for exceptions raised by functions. */
const GUARD = 'P0001'

/** Codes from https://www.postgresql.org/docs/current/errcodes-appendix.html */
const UNIQUE = '23505'
const isConstraint = (code: string) => code.startsWith('SQLITE_CONSTRAINT') || code.startsWith('23')

/** The reason the database rejected a write. */
type Rejection =
  | { kind: 'guard'; message: string }
  /** The violated unique constraint: SQLite names the columns, Postgres the index. */
  | { kind: 'unique'; what: string }
  | { kind: 'constraint' }

export function findRejection(error: unknown): Rejection | null {
  const { code, message, constraint } = error as { code?: unknown; message?: unknown; constraint?: unknown }
  if (typeof code !== 'string') return null
  if (code === 'SQLITE_CONSTRAINT_TRIGGER' || code === GUARD)
    return { kind: 'guard', message: String(message) }
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === UNIQUE)
    return { kind: 'unique', what: String(constraint ?? message) }
  return isConstraint(code) ? { kind: 'constraint' } : null
}
