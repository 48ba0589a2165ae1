import { sql } from 'kysely'
import type { Db } from '../tables.ts'
import { engineOf, type Answers } from './engine.ts'

type Attempt = <T>(trx: Db, work: () => Promise<T>) => Promise<T>

/**
 * The handling of rejected statements by engine. SQLite undoes only the statement. Postgres aborts the
 * transaction, except for what a savepoint preserves.
 */
const answers: Answers<Attempt> = {
  sqlite: (_trx, work) => work(),
  async postgres(trx, work) {
    await sql`savepoint attempt`.execute(trx)
    try {
      const result = await work()
      await sql`release attempt`.execute(trx)
      return result
    } catch (error) {
      await sql`rollback to attempt`.execute(trx)
      throw error
    }
  },
}

/**
 * Runs work that the database may reject, so that its transaction can continue afterward. The last statement
 * of the work is the one that writes.
 */
export const attempt: Attempt = (trx, work) => answers[engineOf(trx)](trx, work)
