import { sql, type QueryExecutorProvider } from 'kysely'
import { getEngine, type PerEngine } from './engine.ts'

/** Metadata about the tables, columns, and triggers of the schema. */

export interface Column {
  name: string
  /** SQL of the default value, or null if the column has no default. */
  byDefault: string | null
}

interface TriggerText {
  name: string
  /** The SQL statement that created the trigger. */
  sql: string
}

interface SchemaReader {
  /** Returns the columns that can be written, which excludes generated ones. */
  columns(db: QueryExecutorProvider, table: string): Promise<Column[]>
  hasTable(db: QueryExecutorProvider, name: string): Promise<boolean>
  /** Returns the SQL statements of triggers by trigger name. */
  triggers(db: QueryExecutorProvider, prefix: string): Promise<Record<string, string>>
}

const readers: PerEngine<SchemaReader> = {
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
    async triggers(db, prefix) {
      const { rows } = await sql<TriggerText>`
        select name, sql from sqlite_schema
        where type = 'trigger' and substr(name, 1, length(${prefix})) = ${prefix}`.execute(db)
      return byName(rows)
    },
  },
  postgres: {
    async columns(db, table) {
      const { rows } = await sql<Column>`
        select attname as name, pg_get_expr(adbin, adrelid) as "byDefault"
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum`.execute(db)
      return rows
    },
    async hasTable(db, name) {
      const { rows } = await sql`select 1 where to_regclass(${name}) is not null`.execute(db)
      return rows.length > 0
    },
    async triggers(db, prefix) {
      const { rows } = await sql<TriggerText>`
        select proname as name, obj_description(oid, 'pg_proc') as sql from pg_proc
        where ${inSchema} and starts_with(proname, ${prefix}) and obj_description(oid, 'pg_proc') is not null
      `.execute(db)
      return byName(rows)
    },
  },
}

const inSchema = sql`prorettype = 'trigger'::regtype and pronamespace = current_schema()::regnamespace`

export const readColumns = (db: QueryExecutorProvider, table: string) =>
  readers[getEngine(db)].columns(db, table)
export const hasTable = (db: QueryExecutorProvider, name: string) => readers[getEngine(db)].hasTable(db, name)
export const readTriggers = (db: QueryExecutorProvider, prefix: string) =>
  readers[getEngine(db)].triggers(db, prefix)

function byName(triggers: readonly TriggerText[]): Record<string, string> {
  return Object.fromEntries(triggers.map((trigger) => [trigger.name, trigger.sql]))
}
