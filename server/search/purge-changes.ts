import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { deleteRows } from '../db/delete-rows.ts'

/** A search process that is further behind reads all cars anew. */
const KEPT = 10_000

/** Removes what search processes have long read. The newest stays, since they count on from it. */
export async function purgeChanges(db: Db, kept = KEPT): Promise<number> {
  let deleted = 0
  for (const table of ['listed_changes', 'written_cars'] as const) {
    const newest = sql<number>`(select max(change) from ${sql.table(table)})`
    deleted += await deleteRows(db.deleteFrom(table).where('change', '<=', sql<number>`${newest} - ${kept}`))
  }
  return deleted
}
