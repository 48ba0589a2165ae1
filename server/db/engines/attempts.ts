import { sql } from 'kysely'
import type { Db } from '../tables.ts'
import { engineOf, type Answers } from './engine.ts'

type Attempt = <T>(trx: Db, work: () => Promise<T>) => Promise<T>

/** Refused, SQLite takes back the statement alone; on Postgres the transaction is over, but for what a savepoint keeps. */
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

/** Runs what the database may refuse, so that its transaction can go on then. Its last statement is the one that writes. */
export const attempt: Attempt = (trx, work) => answers[engineOf(trx)](trx, work)
