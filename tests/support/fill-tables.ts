import type Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import type { Db } from '../../server/db/tables.ts'
import { oddTexts } from '../engines/odd-texts.ts'

/** A row that can be inserted on either engine. */
interface GenericRow {
  table: string
  values: Record<string, string | number | null>
}

interface Column {
  name: string
  type: string
  notnull: number
  dflt_value: string | null
  pk: number
}

const ROWS = 4

/** Tables that contain a single row. */
const singletons = ['installation', 'ledger_comparison', 'recall_editions', 'search_position']

/** Tables whose number the engine does not assign. */
const unnumbered = [...singletons, 'compared_cars']

/** Tables that are filled by triggers or by the engine. */
const derived = /^(sqlite_.*|car_text.*|listed_cars|change_log|car_changes|current_change|review_counts)$/

const snapshots = [
  { id: 'cars-0', modelName: 'Škoda "Octavia" \'24', resellPrice: '$9,000', image_url: '/images/a.webp' },
  { modelName: null, image_url: null, resellPrice: null },
  {},
  {
    modelName: 'tab\tand\nline || \\ %',
    nested: { list: [null, 1, 'x'] },
    image_url: 'https://cars.test/b.webp',
  },
]

const payloads = [
  {
    id: 'evt_1',
    type: 'a',
    data: { object: { object: 'charge', id: 'ch_1', payment_intent: null, status: 'succeeded' } },
  },
  { id: 'evt_2', type: 'b', data: { object: {} } },
  { id: 'evt_3', type: 'c', data: null },
  { id: 'evt_4', type: 'd', data: { object: { object: 'refund', id: 're_1', payment_intent: 'pi_1' } } },
]

/** JSON columns, each with the values for its rows. */
const json: Readonly<Record<string, readonly unknown[]>> = {
  'reports.snapshot': snapshots,
  'webhook_events.payload': payloads,
  'cars.fees': [[], [{ name: 'Documentation fee', amountMinor: 29_900 }]],
  'purchases.fees': [[], [{ name: 'Documentation fee', amountMinor: 29_900 }]],
  'seller_fees.fees': [[{ name: 'Documentation fee', amountMinor: 29_900 }]],
  'imports.columns': [[]],
  'imports.values': [{}],
  'imports.missing': [[]],
  'imports.picture_hosts': [['cars.test']],
  'import_rows.said': [{}],
  'import_rows.errors': [[]],
  'import_rows.warnings': [[]],
  'import_rows.cells': [[null, 'x']],
  'import_rows.pictures': [[]],
  'cars.marks': [{ marks: [], marksAt: '2026-11-19T10:00:00.000Z' }],
  'feed_cars.reasons': [[{ reason: 'no-vin', field: null }]],
}

/** Builds rows for every table that triggers do not fill, parents first. */
export function buildRows(sqlite: Sqlite.Database): GenericRow[] {
  const names = sqlite
    .prepare<[], string>(`select name from sqlite_schema where type = 'table'`)
    .pluck()
    .all()
    .filter((name) => !derived.test(name))
  const rows: GenericRow[] = []
  const keys = new Map<string, (string | number)[]>()
  for (const table of parentsFirst(sqlite, names)) {
    const columns = sqlite.prepare<[], Column>(`select * from pragma_table_info('${table}')`).all()
    const declared = sqlite
      .prepare<[string], string>('select sql from sqlite_schema where name = ?')
      .pluck()
      .get(table)!
    const parents = parentsOf(sqlite, table)
    const isNumbered = columns.filter(({ pk }) => pk > 0).length === 1 && !unnumbered.includes(table)
    const tableRows = Array.from({ length: singletons.includes(table) ? 1 : ROWS }, (_, index) =>
      Object.fromEntries(
        columns
          .filter(({ type, pk }) => !(type === 'INTEGER' && pk === 1 && isNumbered))
          .map((column) => [
            column.name,
            valueOf(table, column, index, declared, keys.get(parents[column.name] ?? '')),
          ]),
      ),
    )
    const [key] = columns.filter(({ pk }) => pk === 1)
    keys.set(
      table,
      tableRows.map((values) => values[key!.name] as string),
    )
    rows.push(...tableRows.map((values) => ({ table, values })))
  }
  return rows
}

export async function insertRows(db: Db, rows: readonly GenericRow[]): Promise<void> {
  for (const { table, values } of rows) {
    const columns = sql.join(Object.keys(values).map((name) => sql.ref(name)))
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(values))})`.execute(
      db,
    )
  }
  await sql`update cars set description = 'changed' where id = 'cars-0'`.execute(db)
}

function valueOf(
  table: string,
  { name, type, notnull, pk }: Column,
  index: number,
  declared: string,
  parents: readonly (string | number)[] | undefined,
): string | number | null {
  const allowed = new RegExp(
    `\\b${name}"? (?:text|integer)[^,]*?check \\("?${name}"? in \\(([^)]+)\\)`,
    's',
  ).exec(declared)
  const isOptional = notnull === 0 && pk === 0
  if (isOptional && index === ROWS - 1) return null
  if (parents) return parents[index % parents.length]!
  if (allowed)
    return pick(
      allowed[1]!.split(',').map((value) => bare(value.trim())),
      index,
    )
  const values = json[`${table}.${name}`]
  if (values) return JSON.stringify(pick(values, index))
  if (type === 'INTEGER') return index + 1
  if (pk > 0) return `${table}-${index}`
  if (/(_at|_until|^at)$/.test(name)) return `2026-0${index + 1}-03T04:05:06.789Z`
  if (/email|recipient/.test(name)) return `Person+${table}${index}@Example.com`
  return `${pick(oddTexts, index * 7 + name.length + table.length)} ${table}.${name} ${index}`
}

function bare(value: string): string | number {
  return value.startsWith("'") ? value.slice(1, -1) : Number(value)
}

function pick<T>(values: readonly T[], index: number): T {
  return values[index % values.length]!
}

function parentsOf(sqlite: Sqlite.Database, table: string): Record<string, string> {
  const keys = sqlite
    .prepare<[], { from: string; table: string }>(
      `select "from", "table" from pragma_foreign_key_list('${table}')`,
    )
    .all()
  return Object.fromEntries(keys.map(({ from, table: parent }) => [from, parent]))
}

function parentsFirst(sqlite: Sqlite.Database, names: readonly string[]): string[] {
  const ordered: string[] = []
  const visit = (name: string) => {
    if (ordered.includes(name)) return
    for (const parent of Object.values(parentsOf(sqlite, name))) visit(parent)
    ordered.push(name)
  }
  for (const name of names) visit(name)
  return ordered
}
