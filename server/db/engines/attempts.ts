import { sql } from 'kysely'
import type { Db } from '../tables.ts'
import { getEngine, type PerEngine } from './engine.ts'

type Attempt = <T>(trx: Db, work: () => Promise<T>) => Promise<T>

/**
 * The handling of a rejected statement in each engine. SQLite undoes only that statement. Postgres aborts the
 * transaction, so a savepoint is needed to continue.
 */
const byEngine: PerEngine<Attempt> = {
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
 * Runs work that the database may reject, in such a way that the transaction can continue afterward. Only the
 * last statement of the work may write.
 */
export const attempt: Attempt = (trx, work) => byEngine[getEngine(trx)](trx, work)
