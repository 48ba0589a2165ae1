import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'

export interface Installation {
  id: string
  sweeps: number
  /** The time before which no photo is removed, or null if removal is not postponed. */
  sweepAfter: Date | null
}

/** Reads the installation's row. In a new database, an ID is generated first. */
export async function readInstallation(db: Db): Promise<Installation> {
  await db
    .insertInto('installation')
    .values({ only_row: 1, id: newId(), sweeps: 0, sweep_after: null })
    .onConflict((conflict) => conflict.column('only_row').doNothing())
    .execute()
  const row = await db.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
  return toInstallation(row)
}

function toInstallation({ id, sweeps, sweep_after }: Row<'installation'>): Installation {
  return { id, sweeps, sweepAfter: sweep_after === null ? null : new Date(sweep_after) }
}

export async function updateInstallation(
  db: Db,
  { sweeps, sweepAfter }: Pick<Installation, 'sweeps' | 'sweepAfter'>,
): Promise<void> {
  await db
    .updateTable('installation')
    .set({ sweeps, sweep_after: sweepAfter?.toISOString() ?? null })
    .execute()
}
