import type { ClientBase } from 'pg'
import { UNFINISHED_MOVE as TABLE } from '../schema-version.ts'
import type { Digest } from './digest.ts'

/**
 * The progress of a move, stored in a table of the target. The table is created first and dropped in the last
 * step. While it exists, no server starts on the incomplete data.
 */

export interface TableProgress extends Digest {
  name: string
  moved: number
  /** The key of the last moved row, as JSON, or null if no row has been moved. */
  last: string | null
}

export async function beginMove(client: ClientBase): Promise<void> {
  await client.query(
    `create table ${TABLE} (
      name text primary key, rows bigint not null, checksum text not null, moved bigint not null default 0, last text
    )`,
  )
}

/**
 * Reads the progress of a move.
 * @returns null if no move was started, or an empty map if a move has not reached any table
 */
export async function readMoveProgress(client: ClientBase): Promise<Map<string, TableProgress> | null> {
  const { rows: tables } = await client.query('select 1 where to_regclass($1) is not null', [TABLE])
  if (tables.length === 0) return null
  const { rows } = await client.query<TableProgress>(`select * from ${TABLE}`)
  return new Map(rows.map((row) => [row.name, row]))
}

/**
 * Lists the target's tables, including those of other programs. Tables created by extensions are excluded.
 */
export async function listExistingTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      order by relname`,
  )
  return rows.map(({ name }) => name)
}
