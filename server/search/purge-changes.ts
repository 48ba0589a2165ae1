import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

/** A search process that is further behind reads all cars anew. */
const KEPT = 10_000

/** Removes what search processes have long read. The newest stays, since they count on from it. */
export function purgeChanges(db: Db, kept = KEPT) {
  const newest = sql<number>`(select max(change) from listed_changes)`
  return db
    .deleteFrom('listed_changes')
    .where('change', '<=', sql<number>`${newest} - ${kept}`)
    .execute()
}
