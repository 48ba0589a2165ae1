import { sql, type QueryExecutorProvider } from 'kysely'
import { getEngine, type PerEngine } from './engine.ts'
import { hasTable } from './tables.ts'

/**
 * The schema version of a database (`server/db/migrations.ts`), or 0 if it has no schema. SQLite stores it in
 * `user_version` in the file header, Postgres in a table.
 */
interface SchemaVersion {
  read(db: QueryExecutorProvider): Promise<number>
  write(db: QueryExecutorProvider, version: number): Promise<void>
  /** Prevents other processes from changing the schema until the transaction ends. */
  lock(db: QueryExecutorProvider): Promise<void>
  /** True if an upgrade runs all of its steps in one transaction. */
  isUpgradeAtomic: boolean
  /** Reports whether a database without a schema version contains another program's objects. */
  isForeign(db: QueryExecutorProvider): Promise<boolean>
  /** Reports whether the database is the target of an unfinished move, so that its data is incomplete. */
  isUnfinished(db: QueryExecutorProvider): Promise<boolean>
}

const byEngine: PerEngine<SchemaVersion> = {
  sqlite: {
    async read(db) {
      const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db)
      return rows[0]!.user_version
    },
    async write(db, version) {
      await sql.raw(`pragma user_version = ${version}`).execute(db)
    },
    // A SQLite transaction takes its lock when it begins.
    lock: async () => {},
    isUpgradeAtomic: true,
    async isForeign(db) {
      const { rows } = await sql`select 1 from sqlite_schema limit 1`.execute(db)
      return rows.length > 0
    },
    isUnfinished: async () => false,
  },
  postgres: {
    async read(db) {
      const { rows: tables } = await sql`select 1 where to_regclass('schema_version') is not null`.execute(db)
      if (tables.length === 0) return 0
      const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db)
      return rows[0]?.version ?? 0
    },
    async write(db, version) {
      await sql`insert into schema_version (one, version) values (1, ${version})
        on conflict (one) do update set version = excluded.version`.execute(db)
    },
    async lock(db) {
      // At a stricter isolation level, the transaction would see the state from before it waited for the
      // lock.
      await sql`set transaction isolation level read committed`.execute(db)
      await sql`set local statement_timeout = 0`.execute(db)
      await sql.raw(`select pg_advisory_xact_lock(${LOCK})`).execute(db)
      await sql.raw(createVersionTable).execute(db)
    },
    isUpgradeAtomic: false,
    async isForeign(db) {
      const { rows } = await sql`
        select 1 from pg_class where relnamespace = current_schema()::regnamespace
          and relkind in ('r', 'p', 'v', 'm') and to_regclass('schema_version') is null
          and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
        limit 1
      `.execute(db)
      return rows.length > 0
    },
    isUnfinished: (db) => hasTable(db, UNFINISHED_MOVE),
  },
}

/** The table with the progress of a move. It exists only until all rows have been moved. */
export const UNFINISHED_MOVE = 'unfinished_move'

/** An arbitrary number that no other program is likely to lock in this database. */
const LOCK = 4_905_212_020

const createVersionTable =
  'create table if not exists schema_version (one bigint primary key check (one = 1), version bigint not null)'

export const readSchemaVersion = (db: QueryExecutorProvider) => byEngine[getEngine(db)].read(db)
export const writeSchemaVersion = (db: QueryExecutorProvider, version: number) =>
  byEngine[getEngine(db)].write(db, version)
export const lockSchema = (db: QueryExecutorProvider) => byEngine[getEngine(db)].lock(db)
export const isUpgradeAtomic = (db: QueryExecutorProvider) => byEngine[getEngine(db)].isUpgradeAtomic
export const isForeignSchema = (db: QueryExecutorProvider) => byEngine[getEngine(db)].isForeign(db)
export const isUnfinishedMove = (db: QueryExecutorProvider) => byEngine[getEngine(db)].isUnfinished(db)
