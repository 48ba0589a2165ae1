import type { ClientBase } from 'pg'
import { forgetLastChanges } from '../commit-order.ts'
import { fullText } from '../full-text.ts'
import { UNFINISHED_MOVE } from '../schema-version.ts'
import { digestTarget } from './digest.ts'
import { MoveError } from './move-error.ts'
import type { DigestedTable } from './prepare-target.ts'

/** @throws MoveError where a table isn't what it was */
export async function compareTables(
  client: ClientBase,
  shown: string,
  tables: readonly DigestedTable[],
): Promise<void> {
  for (const table of tables) {
    const { rows, checksum } = await digestTarget(client, table)
    if (rows === table.rows && checksum === table.checksum) continue
    const said =
      rows === table.rows
        ? 'rows that differ from the source’s'
        : `${rows} rows, and the source ${table.rows}`
    throw new MoveError(
      `${table.name} at ${shown} has ${said}: something else has written there. Drop that database, create it again, then run this once more.`,
    )
  }
}

/** What follows from the rows is made, and from now on follows again; the next server may start on them. */
export async function finishMove(client: ClientBase, tables: readonly DigestedTable[]): Promise<void> {
  await client.query('begin')
  await client.query(fullText.postgres.fill)
  await client.query(continueNumbers)
  await client.query(forgetLastChanges)
  await client.query(tables.map(({ name }) => `alter table "${name}" enable trigger user`).join(';'))
  await client.query(`drop table ${UNFINISHED_MOVE}`)
  await client.query('commit')
  await client.query('analyze')
}

/** Rows that number themselves go on behind those that are there. */
const continueNumbers = `do $numbers$ declare of record; begin
  for of in select attrelid::regclass as "table", attname as "column" from pg_attribute join pg_class on pg_class.oid = attrelid
    where attidentity <> '' and relnamespace = current_schema()::regnamespace
  loop execute format(
    'select setval(pg_get_serial_sequence(%1$L, %2$L), coalesce(max(%2$I), 1), max(%2$I) is not null) from %1$s',
    of."table", of."column"
  ); end loop;
end $numbers$`
