import type { ClientBase } from 'pg'
import { migrate } from '../../migrate.ts'
import { findNewestVersion } from '../../migrations.ts'
import type { PostgresAddress } from '../../../config/postgres-address.ts'
import { withSchema } from '../postgres-connection.ts'
import { readSchemaVersion, UNFINISHED_MOVE } from '../schema-version.ts'
import type { Digest } from './digest.ts'
import { MoveError } from './move-error.ts'
import type { MovedTable } from './source.ts'
import { beginMove, listExistingTables, readMoveProgress, type TableProgress } from './unfinished-move.ts'

export type DigestedTable = MovedTable & Digest

const MAX_NAMES = 5

/**
 * Prepares the target for rows, or returns the progress of an earlier run with the same rows.
 * @throws MoveError if the target is not empty, or holds a move of other rows
 */
export async function prepareTarget(
  client: ClientBase,
  address: PostgresAddress,
  tables: readonly DigestedTable[],
): Promise<Map<string, TableProgress>> {
  const progress = await readMoveProgress(client)
  if (progress === null) {
    await assertEmpty(client, address)
    await beginMove(client)
  } else if (progress.size > 0) {
    await assertSameMove(address, progress, tables)
    return progress
  }
  await withSchema(address, (db) => migrate(db))
  await emptyTables(client, tables)
  return (await readMoveProgress(client))!
}

async function assertEmpty(client: ClientBase, { shown }: PostgresAddress): Promise<void> {
  const existing = await listExistingTables(client)
  if (existing.length === 0) return
  const names = existing.slice(0, MAX_NAMES).join(', ') + (existing.length > MAX_NAMES ? ' and others' : '')
  throw new MoveError(`${shown} isn’t empty: it has ${names}. Use an empty database. Nothing was changed.`)
}

async function assertSameMove(
  address: PostgresAddress,
  progress: ReadonlyMap<string, TableProgress>,
  tables: readonly DigestedTable[],
): Promise<void> {
  const changed = tables.filter(({ name, checksum, rows }) => {
    const earlier = progress.get(name)
    return earlier?.checksum !== checksum || earlier.rows !== rows
  })
  const version = await withSchema(address, readSchemaVersion)
  if (changed.length === 0 && version === findNewestVersion()) return
  const reason =
    changed.length > 0
      ? `the source changed since then (${changed[0]!.name})`
      : 'was made by a different version of Kerblight'
  throw new MoveError(
    `${address.shown} contains an unfinished move, but ${reason}. Drop the database, create it again, and run this again.`,
  )
}

/** Deletes the makes that a new schema contains, and disables the triggers while the rows are copied. */
async function emptyTables(client: ClientBase, tables: readonly DigestedTable[]): Promise<void> {
  const list = tables.map(({ name, rows, checksum }) => ({ name, rows, checksum }))
  await client.query('begin')
  await client.query(`truncate ${tables.map(({ name }) => `"${name}"`).join(', ')}, car_text`)
  await client.query(tables.map(({ name }) => `alter table "${name}" disable trigger user`).join(';'))
  await client.query(
    `insert into ${UNFINISHED_MOVE} (name, rows, checksum)
      select name, rows, checksum from json_to_recordset($1) as given (name text, rows bigint, checksum text)`,
    [JSON.stringify(list)],
  )
  await client.query('commit')
}
