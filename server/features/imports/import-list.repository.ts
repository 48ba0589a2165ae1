import type { RowAction } from '../../../contract/imports.ts'
import type { Page } from '../../db/page.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import { noRows, type RowCounts } from './import-rows.repository.ts'
import { toImport, type CarImport } from './import.repository.ts'

/** A seller's imports, the newest first. */
export function listImports(db: Db, userId: string, paging: Paging): Promise<Page<CarImport>> {
  return readNewest(
    db.selectFrom('imports').selectAll().where('user_id', '=', userId),
    ['imports.created_at', 'imports.id'],
    paging,
    (row) => [row.created_at, row.id],
    toImport,
  )
}

/** How many rows of each kind each of these has. */
export async function countRowsOf(db: Db, ids: readonly string[]): Promise<Map<string, RowCounts>> {
  const counts = new Map(ids.map((id) => [id, { ...noRows }]))
  if (ids.length === 0) return counts
  const rows = await db
    .selectFrom('import_rows')
    .select(({ fn }) => ['import_id', 'action', fn.countAll<number>().as('count')])
    .where('import_id', 'in', ids)
    .groupBy(['import_id', 'action'])
    .execute()
  for (const { import_id, action, count } of rows) counts.get(import_id)![action satisfies RowAction] = count
  return counts
}
