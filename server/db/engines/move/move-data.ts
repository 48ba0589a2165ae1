import type { ClientBase } from 'pg'
import { resetPositions } from '../commit-order.ts'
import { fillTextIndexSql } from '../full-text.ts'
import type { PostgresAddress } from '../../../config/postgres-address.ts'
import { UNFINISHED_MOVE } from '../schema-version.ts'
import { moveMode } from '../mode-mark.ts'
import { copyTable } from './copy-table.ts'
import { digestSource, digestTarget } from './digest.ts'
import { toMoveError, MoveError } from './move-error.ts'
import { prepareTarget, type DigestedTable } from './prepare-target.ts'
import type { Source } from './source.ts'
import { connectTarget } from './target.ts'

/** The statement that makes identity columns continue after the highest existing value. */
export const continueNumbers = `do $numbers$ declare of record; begin
  for of in select attrelid::regclass as "table", attname as "column" from pg_attribute join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relnamespace = current_schema()::regnamespace
  loop execute format(
    'select setval(pg_get_serial_sequence(%1$L, %2$L), coalesce(max(%2$I), 1), max(%2$I) is not null) from %1$s',
    of."table", of."column"
  ); end loop;
end $numbers$`

export interface MigrationProgress {
  /** Called at the beginning of each step, with its description. */
  onStep(step: string): void
  /**
   * Called after each batch.
   * @param moved number of rows moved so far, including those of earlier runs
   */
  onRows(table: string, moved: number, of: number): void
}

export interface Moved {
  rows: number
  tables: number
  /** Number of rows that earlier runs had moved. */
  wereThere: number
}

/**
 * Moves all rows from a SQLite file to Postgres, and then compares the two. The move can be interrupted at
 * any time and started again.
 * @throws MoveError
 */
export async function moveData(
  source: Source,
  address: PostgresAddress,
  listener: MigrationProgress,
): Promise<Moved> {
  try {
    const client = await connectTarget(address)
    try {
      return await moveTo(client, source, address, listener)
    } finally {
      await client.end()
    }
  } catch (error) {
    throw toMoveError(error, address.shown)
  }
}

async function moveTo(
  client: ClientBase,
  source: Source,
  address: PostgresAddress,
  { onStep, onRows }: MigrationProgress,
): Promise<Moved> {
  onStep('Reading the source')
  const tables = source.tables.map((table) => ({ ...table, ...digestSource(source.sqlite, table) }))
  onStep('Creating the tables')
  const progress = await prepareTarget(client, address, tables)
  await moveMode(source.sqlite, client)
  const wereThere = sum([...progress.values()].map(({ moved }) => moved))
  const rows = sum(tables.map((table) => table.rows))
  onStep('Copying the rows')
  let moved = wereThere
  for (const table of tables)
    await copyTable(source.sqlite, client, table, progress.get(table.name)!, (copied) =>
      onRows(table.name, (moved += copied), rows),
    )
  await compareAndFinish(client, address, tables, onStep)
  return { rows, tables: tables.length, wereThere }
}

async function compareAndFinish(
  client: ClientBase,
  { shown }: PostgresAddress,
  tables: readonly DigestedTable[],
  onStep: MigrationProgress['onStep'],
): Promise<void> {
  onStep('Comparing each table')
  await compareTables(client, shown, tables)
  onStep('Indexing the words of cars')
  await finishMove(client, tables)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/**
 * Verifies that the target's tables have the same rows as the source's.
 * @throws MoveError if a table differs
 */
async function compareTables(
  client: ClientBase,
  shown: string,
  tables: readonly DigestedTable[],
): Promise<void> {
  for (const table of tables) {
    const { rows, checksum } = await digestTarget(client, table)
    if (rows === table.rows && checksum === table.checksum) continue
    const difference =
      rows === table.rows ? 'rows that differ from the source' : `${rows} rows instead of ${table.rows}`
    throw new MoveError(
      `The table ${table.name} in ${shown} has ${difference}, because another program changed it during the move. Drop the database, create it again, and run this again.`,
    )
  }
}

/**
 * Rebuilds the data that is derived from the rows, and enables the triggers that update it. Afterward, a
 * server may start on the database.
 */
async function finishMove(client: ClientBase, tables: readonly DigestedTable[]): Promise<void> {
  await client.query('begin')
  await client.query(fillTextIndexSql)
  await client.query(continueNumbers)
  await client.query(resetPositions)
  await client.query(tables.map(({ name }) => `alter table "${name}" enable trigger user`).join(';'))
  await client.query(`drop table ${UNFINISHED_MOVE}`)
  await client.query('commit')
  await client.query('analyze')
}
