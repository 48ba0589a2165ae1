import type { ClientBase } from 'pg'
import type { PostgresAddress } from '../postgres-address.ts'
import { moveWorld } from '../world-mark.ts'
import { copyTable } from './copy-table.ts'
import { digestSource } from './digest.ts'
import { compareTables, finishMove } from './finish-move.ts'
import { moveErrorOf } from './move-error.ts'
import { prepareTarget, type DigestedTable } from './prepare-target.ts'
import type { Source } from './source.ts'
import { connectTarget } from './target.ts'

/** Told how a move gets on. */
export interface MoveListener {
  /** In words, what begins. */
  onStep(step: string): void
  /** @param moved how many of all rows are there by now, those of earlier runs included */
  onRows(table: string, moved: number, of: number): void
}

export interface Moved {
  rows: number
  tables: number
  /** How many rows an earlier run had moved. */
  wereThere: number
}

/**
 * Moves all rows of a file to Postgres, and compares both. It can be ended at any moment and begun again.
 * @throws MoveError
 */
export async function moveData(
  source: Source,
  address: PostgresAddress,
  listener: MoveListener,
): Promise<Moved> {
  try {
    const client = await connectTarget(address)
    try {
      return await moveTo(client, source, address, listener)
    } finally {
      await client.end()
    }
  } catch (error) {
    throw moveErrorOf(error, address.shown)
  }
}

async function moveTo(
  client: ClientBase,
  source: Source,
  address: PostgresAddress,
  { onStep, onRows }: MoveListener,
): Promise<Moved> {
  onStep('Reading what there is')
  const tables = source.tables.map((table) => ({ ...table, ...digestSource(source.sqlite, table) }))
  onStep('Making the tables')
  const progress = await prepareTarget(client, address, tables)
  await moveWorld(source.sqlite, client)
  const wereThere = sum([...progress.values()].map(({ moved }) => moved))
  const rows = sum(tables.map((table) => table.rows))
  onStep('Moving the rows')
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
  onStep: MoveListener['onStep'],
): Promise<void> {
  onStep('Comparing each table')
  await compareTables(client, shown, tables)
  onStep('Indexing the words of cars')
  await finishMove(client, tables)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
