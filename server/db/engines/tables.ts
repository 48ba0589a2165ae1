import { sql, type QueryExecutorProvider } from 'kysely'
import { engineOf, type Answers } from './engine.ts'
import { runStatements } from './statements.ts'

/** What the schema says of itself. */

export interface Column {
  name: string
  /** SQL of what it is where nothing is said; null for none. */
  byDefault: string | null
}

interface Part {
  type: 'trigger' | 'index'
  name: string
  /** As it was made. */
  sql: string
}

interface SchemaReader {
  columns(db: QueryExecutorProvider, table: string): Promise<Column[]>
  hasTable(db: QueryExecutorProvider, name: string): Promise<boolean>
  /** The triggers in whose text a table is named, and its own indexes, in the order in which they were made. */
  parts(db: QueryExecutorProvider, table: string): Promise<Part[]>
  /** By their names. */
  triggers(db: QueryExecutorProvider, beginning: string): Promise<Record<string, string>>
}

const readers: Answers<SchemaReader> = {
  sqlite: {
    async columns(db, table) {
      const { rows } = await sql<Column>`
        select name, dflt_value as "byDefault" from pragma_table_info(${table})`.execute(db)
      return rows
    },
    async hasTable(db, name) {
      const { rows } = await sql`select 1 from sqlite_schema where name = ${name}`.execute(db)
      return rows.length > 0
    },
    async parts(db, table) {
      const { rows } = await sql<Part>`
        select type, name, sql from sqlite_schema
        where sql is not null
          and ((type = 'trigger' and sql like ${`%${table}%`}) or (type = 'index' and tbl_name = ${table}))
        order by rowid`.execute(db)
      return rows
    },
    async triggers(db, beginning) {
      const { rows } = await sql<Part>`
        select name, sql from sqlite_schema
        where type = 'trigger' and substr(name, 1, length(${beginning})) = ${beginning}`.execute(db)
      return byName(rows)
    },
  },
  postgres: {
    async columns(db, table) {
      const { rows } = await sql<Column>`
        select attname as name, pg_get_expr(adbin, adrelid) as "byDefault"
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
        order by attnum`.execute(db)
      return rows
    },
    async hasTable(db, name) {
      const { rows } = await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
      return rows.length > 0
    },
    async parts(db, table) {
      const { rows: triggers } = await sql<Part>`
        select 'trigger' as type, proname as name, obj_description(oid, 'pg_proc') as sql from pg_proc
        where ${ownTriggers} and obj_description(oid, 'pg_proc') like ${`%${table}%`} order by oid`.execute(
        db,
      )
      const { rows: indexes } = await sql<Part>`
        select 'index' as type, indexname as name, indexdef as sql from pg_indexes
        where schemaname = current_schema() and tablename = ${table}
          and not exists (select from pg_constraint where conindid = quote_ident(indexname)::regclass)
        order by quote_ident(indexname)::regclass::oid`.execute(db)
      return [...triggers, ...indexes]
    },
    async triggers(db, beginning) {
      const { rows } = await sql<Part>`
        select proname as name, obj_description(oid, 'pg_proc') as sql from pg_proc
        where ${ownTriggers} and starts_with(proname, ${beginning}) and obj_description(oid, 'pg_proc') is not null
      `.execute(db)
      return byName(rows)
    },
  },
}

const ownTriggers = sql`prorettype = 'trigger'::regtype and pronamespace = current_schema()::regnamespace`

export const readColumns = (db: QueryExecutorProvider, table: string) =>
  readers[engineOf(db)].columns(db, table)
export const hasTable = (db: QueryExecutorProvider, name: string) => readers[engineOf(db)].hasTable(db, name)
export const readTriggers = (db: QueryExecutorProvider, beginning: string) =>
  readers[engineOf(db)].triggers(db, beginning)

/** Runs work while nothing is there that names a table: neither triggers nor its indexes. They are made again as they were. */
export async function withoutParts(
  db: QueryExecutorProvider,
  table: string,
  work: () => Promise<void>,
): Promise<void> {
  const parts = await readers[engineOf(db)].parts(db, table)
  await runStatements(
    db,
    parts.map(({ type, name }) => `drop ${type} ${name}`),
  )
  await work()
  await runStatements(
    db,
    parts.map((part) => part.sql),
  )
}

function byName(parts: readonly Part[]): Record<string, string> {
  return Object.fromEntries(parts.map((part) => [part.name, part.sql]))
}
