import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'

/** A search process that is further behind reads all cars anew. */
const KEPT = 10_000

/** Removes what search processes have long read. The newest stays, since they count on from it. */
export async function purgeChanges(db: Db, kept = KEPT): Promise<void> {
  for (const table of ['listed_changes', 'written_cars'] as const) {
    const newest = sql<number>`(select max(change) from ${sql.table(table)})`
    await db
      .deleteFrom(table)
      .where('change', '<=', sql<number>`${newest} - ${kept}`)
      .execute()
  }
}
