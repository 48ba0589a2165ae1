import { sql } from 'kysely'
import type { CarColumn } from '../../../contract/car-columns.ts'
import type { ImportColumn, ImportState, ImportValue, MissingChoice } from '../../../contract/imports.ts'
import type { Db, Row } from '../../db/tables.ts'

/** A file of cars, and how far it is. */
export interface CarImport {
  id: string
  userId: string
  fileName: string
  createdAt: string
  state: ImportState
  columns: ImportColumn[]
  values: ImportValue[]
  message: string | null
  missing: MissingChoice
  applyingAt: string | null
  /** Of the rows that go in. */
  done: number
  total: number
  changeSet: number | null
}

function toImport(row: Row<'imports'>): CarImport {
  return {
    id: row.id,
    userId: row.user_id,
    fileName: row.file_name,
    createdAt: row.created_at,
    state: row.state,
    columns: JSON.parse(row.columns) as ImportColumn[],
    values: JSON.parse(row.values) as ImportValue[],
    message: row.message,
    missing: row.missing,
    applyingAt: row.applying_at,
    done: row.done,
    total: row.total,
    changeSet: row.change_set,
  }
}

export async function insertImport(
  db: Db,
  { id, userId, fileName }: Pick<CarImport, 'id' | 'userId' | 'fileName'>,
  now: Date,
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      id,
      user_id: userId,
      file_name: fileName,
      created_at: now.toISOString(),
      state: 'reading',
      columns: '[]',
      values: '[]',
      message: null,
      missing: 'leave',
      applying_at: null,
      ended_at: null,
      done: 0,
      total: 0,
      change_set: null,
    })
    .execute()
}

export async function findImport(db: Db, id: string): Promise<CarImport | null> {
  const row = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toImport(row) : null
}

/** The one that has waited longest to be read, or to be applied. */
export async function findNextImport(db: Db, state: 'reading' | 'applying'): Promise<CarImport | null> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('state', '=', state)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row ? toImport(row) : null
}

/** What a file holds, as it is being read. */
export async function noteColumns(
  db: Db,
  id: string,
  said: { columns: readonly ImportColumn[]; total: number },
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ columns: JSON.stringify(said.columns), total: said.total, done: 0, values: '[]', message: null })
    .where('id', '=', id)
    .execute()
}

/** @returns whether it is being read still; it may be gone */
export async function noteRead(
  db: Db,
  id: string,
  said: { done: number; values: readonly ImportValue[] },
): Promise<boolean> {
  const result = await db
    .updateTable('imports')
    .set({ done: said.done, values: JSON.stringify(said.values) })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Takes it from one state to the next. @returns whether this call did */
export async function moveImport(
  db: Db,
  id: string,
  from: readonly ImportState[],
  to: ImportState,
  more: {
    message?: string | null
    missing?: MissingChoice
    applying_at?: string
    ended_at?: string
    done?: number
    total?: number
  } = {},
): Promise<boolean> {
  const result = await db
    .updateTable('imports')
    .set({ state: to, ...more })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** How far the rows are in, and in which change set. */
export async function noteApplied(
  db: Db,
  id: string,
  { done, changeSet }: Pick<CarImport, 'done' | 'changeSet'>,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ done, change_set: changeSet })
    .where('id', '=', id)
    .where('state', '=', 'applying')
    .execute()
}

/** What the seller has said of columns, by their plain names. */
export async function readHeaders(db: Db, userId: string): Promise<Record<string, CarColumn | null>> {
  const rows = await db
    .selectFrom('import_headers')
    .select(['header', 'field'])
    .where('user_id', '=', userId)
    .execute()
  return Object.fromEntries(rows.map(({ header, field }) => [header, field]))
}

export async function rememberHeader(
  db: Db,
  said: { userId: string; header: string; field: CarColumn | null },
): Promise<void> {
  await db
    .insertInto('import_headers')
    .values({ user_id: said.userId, header: said.header, field: said.field })
    .onConflict((conflict) => conflict.columns(['user_id', 'header']).doUpdateSet({ field: said.field }))
    .execute()
}

/** What the columns of a file are from now on. */
export async function chooseColumns(db: Db, id: string, columns: readonly ImportColumn[]): Promise<void> {
  await db
    .updateTable('imports')
    .set({ columns: JSON.stringify(columns) })
    .where('id', '=', id)
    .execute()
}

/** The seller's imports that have not gone in, the newest first. */
export async function listOpenImports(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['reading', 'ready', 'failed'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** Its rows go first. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** The ids of all there are, to find files that are no import's. */
export async function listImportIds(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('imports').select('id').execute()
  return new Set(rows.map(({ id }) => id))
}

/** Of a user whose account goes. */
export async function deleteImportsOf(db: Db, userId: string): Promise<void> {
  const own = db.selectFrom('imports').select('id').where('user_id', '=', userId)
  await db.deleteFrom('import_rows').where('import_id', 'in', own).execute()
  await db.deleteFrom('imports').where('user_id', '=', userId).execute()
  await db.deleteFrom('import_headers').where('user_id', '=', userId).execute()
}

/** Some rows of those that are over. @returns whether there may be more */
export async function purgeImports(db: Db, before: Date): Promise<boolean> {
  const old = await db
    .selectFrom('imports')
    .select('id')
    .where('created_at', '<', before.toISOString())
    .where('state', '<>', 'applying')
    .limit(1)
    .executeTakeFirst()
  if (!old) return false
  const { numDeletedRows } = await db
    .deleteFrom('import_rows')
    .where('import_id', '=', old.id)
    .where('place', '<', sql<number>`(select min(place) from import_rows where import_id = ${old.id}) + 1000`)
    .executeTakeFirst()
  if (numDeletedRows === 0n) await db.deleteFrom('imports').where('id', '=', old.id).execute()
  return true
}
