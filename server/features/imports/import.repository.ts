import type { CarColumn } from '../../../contract/cars/car-columns.ts'
import type { Encoding, FileQuestions, SoldChoice } from '../../../contract/import-questions.ts'
import type { MileageUnit } from '../../../contract/cars/car-numbers.ts'
import type { ImportColumn, ImportState, ImportValue, MissingCarAction } from '../../../contract/imports.ts'
import type { PictureHostOfFile } from '../../../contract/picture-hosts.ts'
import type { Db, Row } from '../../db/tables.ts'
import { getActiveSince } from './active-time.ts'

export interface CarImport {
  id: string
  userId: string
  fileName: string
  createdAt: string
  state: ImportState
  columns: ImportColumn[]
  values: ImportValue[]
  message: string | null
  note: string | null
  missing: MissingCarAction
  applyingAt: string | null
  /** The time when its first rows were imported, moved forward by the duration of outages. */
  beganAt: string | null
  progressAt: string | null
  pictureHosts: PictureHostOfFile[]
  /** The photo hosts that could not be reached. Further photos from these hosts are skipped. */
  failedHosts: string[]
  /** The questions that the spreadsheet raises, without the seller's answers. */
  questions: FileQuestions
  encoding: Encoding | null
  sold: SoldChoice | null
  mileageUnit: MileageUnit | null
  /** The progress out of `total`: rows read, then rows imported, then rows whose photos were fetched. */
  done: number
  total: number
  changeSet: number | null
}

export function toImport(row: Row<'imports'>): CarImport {
  return {
    id: row.id,
    userId: row.user_id,
    fileName: row.file_name,
    createdAt: row.created_at,
    state: row.state,
    columns: JSON.parse(row.columns) as ImportColumn[],
    values: JSON.parse(row.values) as ImportValue[],
    message: row.message,
    note: row.note,
    missing: row.missing,
    applyingAt: row.applying_at,
    beganAt: row.began_at,
    progressAt: row.progress_at,
    pictureHosts: JSON.parse(row.picture_hosts) as PictureHostOfFile[],
    failedHosts: JSON.parse(row.failed_hosts) as string[],
    questions: JSON.parse(row.questions) as FileQuestions,
    encoding: row.encoding,
    sold: row.sold,
    mileageUnit: row.mileage_unit,
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
      note: null,
      missing: 'leave',
      applying_at: null,
      began_at: null,
      progress_at: null,
      picturing_at: null,
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

/** The kind of work that an import needs next. Its rows are imported before their photos are fetched. */
export type Lane = 'reading' | 'applying' | 'picturing'

export const stateByLane = { reading: 'reading', applying: 'applying', picturing: 'applying' } as const

/**
 * Finds the next import in a lane, round-robin by seller. Each seller's oldest import goes first.
 * @param after the seller whose turn was last
 * @param busy sellers whose turn has not ended
 */
export async function findNextImport(
  db: Db,
  lane: Lane,
  after: string,
  busy: readonly string[],
): Promise<CarImport | null> {
  const row = await db
    .selectFrom('imports')
    .selectAll()
    .where('state', '=', stateByLane[lane])
    .where('picturing_at', lane === 'picturing' ? 'is not' : 'is', null)
    .$if(busy.length > 0, (query) => query.where('user_id', 'not in', busy))
    .orderBy((eb) => eb.case().when('user_id', '>', after).then(0).else(1).end())
    .orderBy('user_id')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row ? toImport(row) : null
}

/**
 * Begins to fetch photos, after all rows were imported.
 * @param rows the number of rows whose photos are to be fetched
 */
export async function beginPhotos(
  db: Db,
  { id, total }: Pick<CarImport, 'id' | 'total'>,
  rows: number,
  now: Date,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ picturing_at: now.toISOString(), total: total + rows })
    .where('id', '=', id)
    .execute()
}

export async function recordFailedHosts(db: Db, id: string, hosts: readonly string[]): Promise<void> {
  await db
    .updateTable('imports')
    .set({ failed_hosts: JSON.stringify(hosts) })
    .where('id', '=', id)
    .execute()
}

export async function recordAnswers(
  db: Db,
  id: string,
  { mileageUnit, ...answers }: Pick<CarImport, 'encoding' | 'sold' | 'mileageUnit'>,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ ...answers, mileage_unit: mileageUnit })
    .where('id', '=', id)
    .execute()
}

export async function recordColumns(
  db: Db,
  id: string,
  { columns, ...fields }: { columns: readonly ImportColumn[]; total: number; note: string | null },
): Promise<void> {
  await db
    .updateTable('imports')
    .set({ ...fields, columns: JSON.stringify(columns), done: 0, row_bytes: 0, values: '[]', message: null })
    .where('id', '=', id)
    .execute()
}

/**
 * Records the number of rows read.
 * @returns true if the import is still being read; it may have been deleted
 */
export async function recordRead(db: Db, id: string, done: number): Promise<boolean> {
  const result = await db
    .updateTable('imports')
    .set({ done })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function recordRowBytes(db: Db, id: string, bytes: number): Promise<void> {
  await db.updateTable('imports').set({ row_bytes: bytes }).where('id', '=', id).execute()
}

/**
 * Moves an import from one state to another.
 * @returns true if this call moved it
 */
export async function moveImport(
  db: Db,
  id: string,
  from: readonly ImportState[],
  to: ImportState,
  {
    values,
    pictureHosts,
    questions,
    ...columnValues
  }: {
    message?: string | null
    missing?: MissingCarAction
    applying_at?: string
    values?: readonly ImportValue[]
    pictureHosts?: readonly PictureHostOfFile[]
    questions?: FileQuestions
    done?: number
    total?: number
    row_bytes?: number
  } = {},
): Promise<boolean> {
  const result = await db
    .updateTable('imports')
    .set({
      state: to,
      ...columnValues,
      values: values && JSON.stringify(values),
      picture_hosts: pictureHosts && JSON.stringify(pictureHosts),
      questions: questions && JSON.stringify(questions),
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function recordApplied(
  db: Db,
  job: CarImport,
  { done, changeSet }: Pick<CarImport, 'done' | 'changeSet'>,
  now: Date,
): Promise<void> {
  const began_at = getActiveSince(job, now).toISOString()
  await db
    .updateTable('imports')
    .set({ done, change_set: changeSet, began_at, progress_at: now.toISOString() })
    .where('id', '=', job.id)
    .where('state', '=', 'applying')
    .execute()
}

export async function readHeaders(db: Db, userId: string): Promise<Map<string, CarColumn | null>> {
  const rows = await db
    .selectFrom('import_headers')
    .select(['header', 'field'])
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(({ header, field }) => [header, field]))
}

/** Maximum number of remembered column names per seller. The most recently chosen ones are retained. */
const MAX_HEADERS = 1000

export async function rememberHeaders(
  db: Db,
  userId: string,
  choices: ReadonlyMap<string, CarColumn | null>,
  now: Date,
): Promise<void> {
  if (choices.size === 0) return
  const chosen_at = now.toISOString()
  await db
    .insertInto('import_headers')
    .values([...choices].map(([header, field]) => ({ user_id: userId, header, field, chosen_at })))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'header'])
        .doUpdateSet((eb) => ({ field: eb.ref('excluded.field'), chosen_at })),
    )
    .execute()
  await db
    .deleteFrom('import_headers')
    .where('user_id', '=', userId)
    .where('header', 'not in', newestHeaders(db, userId))
    .execute()
}

function newestHeaders(db: Db, userId: string) {
  return db
    .selectFrom('import_headers')
    .select('header')
    .where('user_id', '=', userId)
    .orderBy('chosen_at', 'desc')
    .orderBy('header')
    .limit(MAX_HEADERS)
}

export async function chooseColumns(db: Db, id: string, columns: readonly ImportColumn[]): Promise<void> {
  await db
    .updateTable('imports')
    .set({ columns: JSON.stringify(columns) })
    .where('id', '=', id)
    .execute()
}

/** Lists the IDs of the seller's imports in these states, newest first. */
export async function listSellerImports(
  db: Db,
  userId: string,
  states: readonly ImportState[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', states)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes an import. Its rows must be deleted first. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute()
}

/** Returns the IDs of imports whose files are still needed. */
export async function listUnreadImports(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('imports')
    .select('id')
    .where('state', 'in', ['reading', 'ready'])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function deleteUserHeaders(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('import_headers').where('user_id', '=', userId).execute()
}

/** Finds an import that was created before the given time and is not being applied. */
export async function findExpiredImport(db: Db, before: Date): Promise<string | null> {
  const expiredImport = await db
    .selectFrom('imports')
    .select('id')
    .where('created_at', '<', before.toISOString())
    .where('state', '<>', 'applying')
    .limit(1)
    .executeTakeFirst()
  return expiredImport?.id ?? null
}
