import { sql } from 'kysely'
import type { RowAction, RowError } from '../../../contract/imports.ts'
import { NOT_A_CURSOR } from '../../../contract/api/fields.ts'
import { createFieldProblem } from '../../../contract/api/problems.ts'
import { readCursor, toPage, type Page } from '../../db/page.ts'
import { hasWords, type SearchTerm } from '../../db/list.ts'
import type { Paging } from '../../db/read-newest.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { DecodedField } from './plan/decode-missing.ts'
import type { FilePhoto } from './plan/find-photos.ts'
import type { GivenFields } from './plan/read-cell.ts'

/** A spreadsheet row, or a car that is missing from the spreadsheet. */
export interface ImportRow {
  place: number
  line: number | null
  sheet: string | null
  action: RowAction
  carId: string | null
  version: number | null
  plannedFields: GivenFields
  errors: RowError[]
  warnings: RowError[]
  /** The original cells of a row with errors. */
  cells: string[]
  /** The fields in `plannedFields` that were decoded from the VIN. */
  decoded: DecodedField[]
  /** True if importing the row marks its car as sold elsewhere. */
  isSold: boolean
}

/** The cells of rows with errors. The cells of other rows are never needed. */
const invalidCells = sql<string>`case action when 'error' then cells else '[]' end`.as('cells')
const columns = [
  invalidCells,
  'place',
  'line',
  'sheet',
  'action',
  'car_id',
  'version',
  'said',
  'errors',
  'warnings',
  'decoded',
  'is_sold',
] as const

function toRow(
  row: Omit<Row<'import_rows'>, 'import_id' | 'is_warned' | 'is_pending' | 'pictures' | 'awaits_pictures'>,
): ImportRow {
  return {
    place: row.place,
    line: row.line,
    sheet: row.sheet,
    action: row.action,
    carId: row.car_id,
    version: row.version,
    plannedFields: JSON.parse(row.said) as GivenFields,
    errors: JSON.parse(row.errors) as RowError[],
    warnings: JSON.parse(row.warnings) as RowError[],
    cells: JSON.parse(row.cells) as string[],
    decoded: JSON.parse(row.decoded) as DecodedField[],
    isSold: row.is_sold === 1,
  }
}

const appliedActions: readonly RowAction[] = ['create', 'update', 'off-lot']

type RowToInsert = ImportRow & { pictures?: readonly FilePhoto[] }

/**
 * Inserts rows.
 * @returns their size in bytes, as measured by `countRowBytes`
 */
export async function insertRows(db: Db, importId: string, rows: readonly RowToInsert[]): Promise<number> {
  const values = rows.map((row) => ({
    import_id: importId,
    place: row.place,
    line: row.line,
    sheet: row.sheet,
    action: row.action,
    car_id: row.carId,
    version: row.version,
    said: JSON.stringify(row.plannedFields),
    errors: JSON.stringify(row.errors),
    warnings: JSON.stringify(row.warnings),
    cells: JSON.stringify(row.cells),
    pictures: JSON.stringify(row.pictures ?? []),
    decoded: JSON.stringify(row.decoded),
    is_sold: row.isSold ? (1 as const) : (0 as const),
    is_warned: row.warnings.length > 0 ? (1 as const) : (0 as const),
    is_pending: appliedActions.includes(row.action) ? (1 as const) : (0 as const),
  }))
  await db.insertInto('import_rows').values(values).execute()
  return values.reduce((sum, row) => sum + countRowBytes(row), 0)
}

/**
 * Returns the size of a row's text in bytes. The cells and the values read from them are largely the same
 * text, so only the longer of the two counts.
 */
function countRowBytes(
  row: Pick<Row<'import_rows'>, 'cells' | 'said' | 'pictures' | 'errors' | 'warnings'>,
): number {
  const valueBytes = Buffer.byteLength(row.said) + Buffer.byteLength(row.pictures)
  const noteBytes = Buffer.byteLength(row.errors) + Buffer.byteLength(row.warnings)
  return noteBytes + Math.max(valueBytes, Buffer.byteLength(row.cells))
}

/**
 * Inserts the cars that are named by rows with errors or by rows marked as sold. These cars count as present
 * in the spreadsheet, even if a row cannot be matched to a single car.
 */
export async function insertNamedCars(db: Db, importId: string, carIds: readonly string[]): Promise<void> {
  if (carIds.length === 0) return
  const values = carIds.map((carId) => ({ import_id: importId, car_id: carId }))
  await db
    .insertInto('import_named_cars')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Number of rows to delete per batch, small enough that other writers do not wait long. */
const DELETIONS_PER_BATCH = 1000

export async function deleteRows(db: Db, importId: string): Promise<void> {
  while (await deleteSomeRows(db, importId));
  await db.deleteFrom('import_named_cars').where('import_id', '=', importId).execute()
}

/**
 * Deletes a batch of rows.
 * @returns true if there may be more
 */
async function deleteSomeRows(db: Db, importId: string): Promise<boolean> {
  const firstPlace = sql<number>`(select min(place) from import_rows where import_id = ${importId})`
  const { numDeletedRows } = await db
    .deleteFrom('import_rows')
    .where('import_id', '=', importId)
    .where('place', '<', sql<number>`${firstPlace} + ${sql.lit(DELETIONS_PER_BATCH)}`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export type RowCounts = Record<RowAction, number>

export const noRows: RowCounts = { create: 0, update: 0, unchanged: 0, held: 0, error: 0, 'off-lot': 0 }

/** Counts the rows per action, and the rows with warnings that will be imported. */
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
  const counts = { ...noRows }
  let warnings = 0
  for (const { action, count, warned } of rows) {
    counts[action] = count
    if (appliedActions.includes(action)) warnings += warned
  }
  return { counts, warnings }
}

/**
 * Lists rows in file order.
 * @throws ProblemError 400 if `cursor` is not a valid cursor
 */
export async function listRows(
  db: Db,
  importId: string,
  { limit, cursor, ...filters }: Paging & RowFilters,
): Promise<Page<ImportRow>> {
  const after = readPlace(cursor)
  const foundRows = selectFoundRows(db, importId, filters)
  const rows = await foundRows
    .select(columns)
    .where('place', '>', after)
    .orderBy('place')
    .limit(limit + 1)
    .execute()
  const { total } = await foundRows
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return toPage(rows, limit, total, ({ place }) => [place, ''], toRow)
}

export interface RowFilters {
  action?: RowAction | undefined
  warned?: '1' | undefined
  q?: string | undefined
}

export function selectFoundRows(db: Db, importId: string, { action, warned, q }: RowFilters) {
  return db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .$if(action !== undefined, (all) => all.where('action', '=', action!))
    .$if(warned !== undefined, (all) => all.where('is_warned', '=', 1).where('action', 'in', appliedActions))
    .$if(q !== undefined, (all) => all.where(hasWords(q, isOfRow)))
}

/**
 * Matches a search term in the original cells, the planned values, the errors, or the car's name and numbers.
 */
function isOfRow(word: SearchTerm) {
  const cars = sql`select 1 from cars where cars.id = import_rows.car_id
    and ${word.isIn(sql`cars.category_name`, sql`cars.model_name`, sql`cars.stock_no`, sql`cars.vin`)}`
  return sql<boolean>`(${word.isIn(sql`cells`, sql`said`, sql`errors`)} or exists (${cars}))`
}

export async function findRows(db: Db, importId: string, places: readonly number[]): Promise<ImportRow[]> {
  if (places.length === 0) return []
  const rows = await db
    .selectFrom('import_rows')
    .select(columns)
    .where('import_id', '=', importId)
    .where('place', 'in', places)
    .orderBy('place')
    .execute()
  return rows.map(toRow)
}

function readPlace(cursor: string | undefined): number {
  const place = readCursor(cursor)?.[0] ?? 0
  if (!Number.isSafeInteger(place)) throw createFieldProblem('cursor', NOT_A_CURSOR)
  return Number(place)
}

/**
 * Lists rows with errors in file order.
 * @param after the position of the last row on the previous page
 */
export async function listRejects(
  db: Db,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<ImportRow[]> {
  const rows = await selectFoundRows(db, importId, { action: 'error' })
    .select(columns)
    .where('place', '>', after)
    .orderBy('place')
    .limit(limit)
    .execute()
  return rows.map(toRow)
}

/** The condition is a literal, not a parameter. Otherwise, the query plan could not use the partial index. */
const isPending = sql<boolean>`is_pending = 1`

/** Lists rows that have not been imported yet, in file order. */
export async function listPendingRows(db: Db, importId: string, limit: number): Promise<ImportRow[]> {
  // Only the positions are selected here. Otherwise, SQLite scans all imported rows instead of using the
  // index.
  const places = await db
    .selectFrom('import_rows')
    .select('place')
    .where('import_id', '=', importId)
    .where(isPending)
    .orderBy('place')
    .limit(limit)
    .execute()
  return findRows(
    db,
    importId,
    places.map(({ place }) => place),
  )
}

export async function countPending(db: Db, importId: string): Promise<number> {
  const { count } = await db
    .selectFrom('import_rows')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('import_id', '=', importId)
    .where(isPending)
    .executeTakeFirstOrThrow()
  return count
}

export async function recordImportedRow(
  db: Db,
  importId: string,
  place: number,
  carId: string,
): Promise<void> {
  await db
    .updateTable('import_rows')
    .set((eb) => ({
      is_pending: 0,
      car_id: carId,
      cells: '[]',
      awaits_pictures: eb.case().when('pictures', '=', '[]').then(eb.lit(0)).else(eb.lit(1)).end(),
    }))
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .execute()
}

export async function recordUnappliedRow(
  db: Db,
  importId: string,
  { place }: Pick<ImportRow, 'place'>,
  action: 'held' | 'error',
  rowError: RowError,
): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ is_pending: 0, action, errors: JSON.stringify([rowError]) })
    .where('import_id', '=', importId)
    .where('place', '=', place)
    .execute()
}

/**
 * The SQL condition for missing cars: cars in stock or in review that were posted before the spreadsheet was
 * uploaded and are not named by any row.
 */
const isMissing = (importId: string) => sql<boolean>`cars.state in ('instock', 'in-review')
  and cars.hidden_at is null
  and cars.posted_at <= (select created_at from imports where id = ${importId})
  and not exists (select 1 from import_rows where import_id = ${importId} and car_id = cars.id)
  and not exists (select 1 from import_named_cars where import_id = ${importId} and car_id = cars.id)`

export interface MissingCount {
  missing: number
  onLot: number
}

/**
 * Selects the number of cars that are missing from the spreadsheet. The query reads all of the seller's cars,
 * so for display it runs outside the thread that serves requests.
 */
export function selectMissingCount(db: Db, importId: string, sellerId: string) {
  return db
    .selectFrom('cars')
    .select(({ fn }) => [
      fn.countAll<number>().as('onLot'),
      sql<number>`count(*) filter (where ${isMissing(importId)})`.as('missing'),
    ])
    .where('seller_id', '=', sellerId)
    .where('state', 'in', ['instock', 'in-review'])
    .where('hidden_at', 'is', null)
}

/**
 * Inserts a row for each missing car after all other rows. Applying these rows takes the cars off the lot.
 */
export async function insertMissingCars(db: Db, importId: string, sellerId: string): Promise<void> {
  await sql`insert into import_rows
    (import_id, place, line, action, car_id, version, said, errors, warnings, cells, is_warned, is_pending)
    select ${importId}, last.place + row_number() over (order by cars.posted_at, cars.id), null, 'off-lot',
      cars.id, cars.version, '{}', '[]', '[]', '[]', 0, 1
    from cars, (select coalesce(max(place), 0) as place from import_rows where import_id = ${importId}) as last
    where cars.seller_id = ${sellerId} and ${isMissing(importId)}`.execute(db)
}
