import { sql } from 'kysely'
import { toFieldName, listLedgerColumns } from '../../server/db/ledger.ts'
import type { Db } from '../../server/db/tables.ts'

/**
 * A car's fields, read from its row or its ledger, including its photos by position. Null values are omitted,
 * because the ledger does not mention a later column that is null.
 */
export type Fields = Record<string, unknown>

/**
 * Reads each car's current fields from its row and its photos.
 * @param ids the cars to read; by default, all cars
 */
export async function readCarFields(db: Db, ids?: readonly string[]): Promise<Map<string, Fields>> {
  const columns = (await listLedgerColumns(db)).map(({ name }) => name)
  const cars = await db
    .selectFrom('cars')
    .selectAll()
    .$if(ids !== undefined, (all) => all.where('id', 'in', ids!))
    .execute()
  const fields = new Map(
    cars.map((row): [string, Fields] => [
      row.id,
      withoutNulls(columns.map((name) => [toFieldName(name), row[name as keyof typeof row]])),
    ]),
  )
  for (const { car_id: id, position, url } of await db.selectFrom('car_pictures').selectAll().execute())
    if (fields.has(id)) fields.get(id)![`images/${position}`] = url
  return fields
}

/**
 * Returns each car's fields according to its ledger, which is replayed from the first row.
 * @throws if a row is inconsistent with the preceding ones
 */
export async function replayLedger(db: Db, ids?: readonly string[]): Promise<Map<string, Fields>> {
  const cars = new Map<string, Fields>()
  const defaults = await readDefaults(db)
  const rows = db
    .selectFrom('car_changes')
    .selectAll()
    .$if(ids !== undefined, (all) => all.where('car', 'in', ids!))
  for (const row of await rows.orderBy('id').execute()) {
    if (row.field === 'added') cars.set(row.car, { ...defaults, ...readAdded(row.after) })
    else if (row.field === 'removed') cars.delete(row.car)
    else step(cars.get(row.car), row)
  }
  return cars
}

/**
 * Reads the columns' default values. A car that is older than a column has its default, which the ledger does
 * not mention.
 */
async function readDefaults(db: Db): Promise<Fields> {
  const values = (await listLedgerColumns(db)).map(
    ({ name, byDefault }) => `${byDefault ?? 'null'} as "${toFieldName(name)}"`,
  )
  const { rows } = await sql.raw<Fields>(`select ${values.join(', ')}`).execute(db)
  return withoutNulls(Object.entries(rows[0]!))
}

function readAdded(json: unknown): Fields {
  const { images = [], ...fields } = JSON.parse(String(json)) as { images?: string[] }
  const pictures = images.map((url, index): [string, unknown] => [`images/${index}`, url])
  return withoutNulls([...Object.entries(fields), ...pictures])
}

interface Step {
  car: string
  field: string
  before: unknown
  after: unknown
}

function step(fields: Fields | undefined, { car, field, before, after }: Step): void {
  if (!fields) throw new Error(`The ledger of ${car} does not begin with its being added.`)
  if ((fields[field] ?? null) !== before)
    throw new Error(`${field} of ${car} was ${String(fields[field])} before, not ${String(before)}.`)
  if (after === null) delete fields[field]
  else fields[field] = after
}

function withoutNulls(entries: [string, unknown][]): Fields {
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}
