import type { ClientBase } from 'pg'
import { UNFINISHED_MOVE as TABLE } from '../schema-version.ts'
import type { Digest } from './digest.ts'

/**
 * A table in the target says how far a move is. It is there before all else and goes with the last step, so that no server
 * starts on what is not whole.
 */

export interface TableProgress extends Digest {
  name: string
  /** How many rows are there. */
  moved: number
  /** JSON: the key of the last of them; null where there is none yet. */
  last: string | null
}

export async function beginMove(client: ClientBase): Promise<void> {
  await client.query(
    `create table ${TABLE} (
      name text primary key, rows bigint not null, checksum text not null, moved bigint not null default 0, last text
    )`,
  )
}

/** @returns null where no move was begun; of none of the tables where it hadn't come to them */
export async function readMove(client: ClientBase): Promise<Map<string, TableProgress> | null> {
  const { rows: tables } = await client.query('select 1 where to_regclass($1) is not null', [TABLE])
  if (tables.length === 0) return null
  const { rows } = await client.query<TableProgress>(`select * from ${TABLE}`)
  return new Map(rows.map((row) => [row.name, row]))
}

/** What else there is: another program's tables, or a Kerblight's. What extensions have brought along is nobody's. */
export async function listOthers(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
      order by relname`,
  )
  return rows.map(({ name }) => name)
}
