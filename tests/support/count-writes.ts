import { sql } from 'kysely'
import { getEngine, type PerEngine } from '../../server/db/engines/engine.ts'
import type { Db } from '../../server/db/tables.ts'

/**
 * Starts counting the writes to each table except sessions. Writes that a transaction rolls back do not
 * count.
 * @returns a function that reads the counts
 */
export async function countWrites(db: Db): Promise<() => Promise<string>> {
  await countIn[getEngine(db)](db)
  return async () => JSON.stringify((await sql`select * from writes order by name`.execute(db)).rows)
}

const countIn: PerEngine<(db: Db) => Promise<void>> = {
  /**
   * Counts writes on the server's own connection, the only one that writes. Virtual tables are omitted:
   * another table's rows determine their contents.
   */
  async sqlite(db) {
    await sql`create temp table writes as select name, 0 as count from pragma_table_list
      where schema = 'main' and type = 'table' and name not in ('sessions', 'sqlite_schema', 'sqlite_sequence')`.execute(
      db,
    )
    for (const name of await listCounted(db))
      for (const write of ['insert', 'update', 'delete'])
        await sql`create temp trigger ${sql.id(`${name}_${write}`)} after ${sql.raw(write)} on main.${sql.table(name)}
          begin update writes set count = count + 1 where name = ${sql.lit(name)}; end`.execute(db)
  },
  async postgres(db) {
    await sql`create table writes as select relname as name, 0 as count from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname not in ('sessions', 'schema_version')`.execute(
      db,
    )
    await sql`create function count_write() returns trigger language plpgsql as
      'begin update writes set count = count + 1 where name = tg_table_name; return null; end'`.execute(db)
    for (const name of await listCounted(db))
      await sql`create trigger count_write after insert or update or delete on ${sql.table(name)}
        for each row execute function count_write()`.execute(db)
  },
}

async function listCounted(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from writes where name <> 'writes'`.execute(db)
  return rows.map(({ name }) => name)
}
