import type Sqlite from 'better-sqlite3'
import type { ClientBase } from 'pg'
import { UNFINISHED_MOVE } from '../schema-version.ts'
import type { MovedTable } from './source.ts'
import type { TableProgress } from './unfinished-move.ts'

/** Limits per statement. The first limit that is reached applies. */
const MAX_ROWS = 5000
const MAX_BYTES = 2_000_000

interface Batch {
  /** The rows, each as a JSON object keyed by column. */
  rows: string[]
  /** The key of the last row, as JSON. */
  last: string
}

/**
 * Copies the rows of a table that are not in the target yet. Each statement also writes the progress, so a
 * run continues where a killed one stopped.
 * @param onRows called with the number of rows in each batch
 */
export async function copyTable(
  sqlite: Sqlite.Database,
  client: ClientBase,
  table: MovedTable,
  { last }: TableProgress,
  onRows: (rows: number) => void,
): Promise<void> {
  const insert = insertInto(table)
  for (let batch = readBatch(sqlite, table, last); batch; batch = readBatch(sqlite, table, batch.last)) {
    await client.query({
      name: `move ${table.name}`,
      text: insert,
      values: [`[${batch.rows.join(',')}]`, batch.rows.length, batch.last, table.name],
    })
    onRows(batch.rows.length)
  }
}

function insertInto({ name, columns }: MovedTable): string {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  return `with moved as (
      insert into "${name}" (${names}) select ${names} from json_populate_recordset(null::"${name}", $1::json)
    )
    update ${UNFINISHED_MOVE} set moved = moved + $2, last = $3 where name = $4`
}

function readBatch(sqlite: Sqlite.Database, table: MovedTable, last: string | null): Batch | null {
  const rows: string[] = []
  let key = ''
  let bytes = 0
  const parameters = last === null ? [] : (JSON.parse(last) as (string | number)[])
  const statement = sqlite.prepare<unknown[], [string, string]>(selectFrom(table, last !== null)).raw()
  for (const [row, rowKey] of statement.iterate(...parameters)) {
    rows.push(row)
    key = rowKey
    bytes += row.length
    if (rows.length === MAX_ROWS || bytes >= MAX_BYTES) break
  }
  return rows.length > 0 ? { rows, last: key } : null
}

function selectFrom({ name, columns, key }: MovedTable, isContinued: boolean): string {
  const members = columns.map((column) => `'${column.name}', "${column.name}"`).join(', ')
  const keys = key.map((column) => `"${column}"`).join(', ')
  const whereClause = isContinued ? `where (${keys}) > (${key.map(() => '?').join(', ')})` : ''
  return `select json_object(${members}), json_array(${keys}) from "${name}" ${whereClause} order by ${keys}`
}
