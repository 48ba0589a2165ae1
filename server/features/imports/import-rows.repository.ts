import { sql } from 'kysely'
import type { RowAction, RowFault } from '../../../contract/imports.ts'
import { readCursor, toPage, type Page } from '../../db/page.ts'
import type { Paging } from '../../db/read-newest.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Said } from './plan/read-cell.ts'

/** A row of a file, or a car that it lacks. */
export interface ImportRow {
  place: number
  line: number | null
  action: RowAction
  carId: string | null
  version: number | null
  said: Said
  errors: RowFault[]
  warnings: RowFault[]
  cells: string[]
}

function toRow(row: Row<'import_rows'>): ImportRow {
  return {
    place: row.place,
    line: row.line,
    action: row.action,
    carId: row.car_id,
    version: row.version,
    said: JSON.parse(row.said) as Said,
    errors: JSON.parse(row.errors) as RowFault[],
    warnings: JSON.parse(row.warnings) as RowFault[],
    cells: JSON.parse(row.cells) as string[],
  }
}

const goesIn: readonly RowAction[] = ['create', 'update', 'off-lot']

export async function insertRows(db: Db, importId: string, rows: readonly ImportRow[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map((row) => ({
    import_id: importId,
    place: row.place,
    line: row.line,
    action: row.action,
    car_id: row.carId,
    version: row.version,
    said: JSON.stringify(row.said),
    errors: JSON.stringify(row.errors),
    warnings: JSON.stringify(row.warnings),
    cells: JSON.stringify(row.cells),
    is_warned: row.warnings.length > 0 ? (1 as const) : (0 as const),
    is_pending: goesIn.includes(row.action) ? (1 as const) : (0 as const),
  }))
  await db.insertInto('import_rows').values(values).execute()
}

export async function deleteRows(db: Db, importId: string): Promise<void> {
  await db.deleteFrom('import_rows').where('import_id', '=', importId).execute()
}

export type RowCounts = Record<RowAction, number>

/** How many rows of each kind there are, and how many that go in have warnings. */
export async function countRows(db: Db, importId: string): Promise<{ counts: RowCounts; warnings: number }> {
  const rows = await db
    .selectFrom('import_rows')
    .select(({ fn }) => [
      'action',
      fn.countAll<number>().as('count'),
      fn.sum<number>('is_warned').as('warned'),
    ])
    .where('import_id', '=', importId)
    .groupBy('action')
    .execute()
  const counts: RowCounts = { create: 0, update: 0, unchanged: 0, held: 0, error: 0, 'off-lot': 0 }
  let warnings = 0
  for (const { action, count, warned } of rows) {
    counts[action] = count
    if (goesIn.includes(action)) warnings += warned
  }
  return { counts, warnings }
}

/** In the file's order. @throws ProblemError 400 of `cursor` where no list answered with it. */
export async function listRows(
  db: Db,
  importId: string,
  { action, warned, limit, cursor }: Paging & { action?: RowAction | undefined; warned?: '1' | undefined },
): Promise<Page<ImportRow>> {
  const after = readCursor(cursor)
  const asked = db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .$if(action !== undefined, (all) => all.where('action', '=', action!))
    .$if(warned !== undefined, (all) => all.where('is_warned', '=', 1))
  const rows = await asked
    .selectAll()
    .$if(after !== null, (all) => all.where('place', '>', Number(after![0])))
    .orderBy('place')
    .limit(limit + 1)
    .execute()
  const { total } = await asked
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return toPage(rows, limit, total, ({ place }) => [place, ''], toRow)
}

/** Rows that go in and have not yet, in the file's order. */
export async function listPendingRows(db: Db, importId: string, limit: number): Promise<ImportRow[]> {
  const rows = await db
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', importId)
    .where('is_pending', '=', 1)
    .orderBy('place')
    .limit(limit)
    .execute()
  return rows.map(toRow)
}

export async function countPending(db: Db, importId: string): Promise<number> {
  const { count } = await db
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .where('is_pending', '=', 1)
    .executeTakeFirstOrThrow()
  return count
}

/** A row is in, as which car. */
export async function noteRowIn(db: Db, importId: string, place: number, carId: string): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ is_pending: 0, car_id: carId })
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .execute()
}

/** A row does not go in after all. */
export async function noteRowOut(
  db: Db,
  importId: string,
  { place }: Pick<ImportRow, 'place'>,
  action: 'held' | 'error',
  why: RowFault,
): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ is_pending: 0, action, errors: JSON.stringify([why]) })
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .execute()
}

/** Cars that are listed and that no row of the file is. */
const isMissing = (importId: string) => sql<boolean>`cars.state in ('instock', 'in-review')
  and cars.hidden_at is null
  and not exists (select 1 from import_rows where import_id = ${importId} and car_id = cars.id)`

/** How many of the seller's cars are on the lot, and how many of those the file lacks. */
export async function countMissing(
  db: Db,
  importId: string,
  sellerId: string,
): Promise<{ missing: number; onLot: number }> {
  const row = await db
    .selectFrom('cars')
    .select(({ fn }) => [
      fn.countAll<number>().as('onLot'),
      sql<number>`count(*) filter (where ${isMissing(importId)})`.as('missing'),
    ])
    .where('seller_id', '=', sellerId)
    .where('state', 'in', ['instock', 'in-review'])
    .where('hidden_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row
}

/** They leave the lot, after all rows. */
export async function insertMissing(db: Db, importId: string, sellerId: string): Promise<void> {
  await sql`insert into import_rows
    (import_id, place, line, action, car_id, version, said, errors, warnings, cells, is_warned, is_pending)
    select ${importId}, last.place + row_number() over (order by cars.posted_at, cars.id), null, 'off-lot',
      cars.id, cars.version, '{}', '[]', '[]', '[]', 0, 1
    from cars, (select coalesce(max(place), 0) as place from import_rows where import_id = ${importId}) as last
    where cars.seller_id = ${sellerId} and ${isMissing(importId)}`.execute(db)
}
