import { sql } from 'kysely'
import type { Db } from '../../server/db/tables.ts'

/**
 * An engine's tables in engine-independent terms. The word index is omitted, since it differs between
 * engines.
 */
export interface Schema {
  /** Each table's columns: type, nullability, default, and whether the column is part of the primary key. */
  columns: Record<string, Record<string, string>>
  /** Each table's indexes by name, and its other unique constraints. */
  indexes: Record<string, string[]>
  /** Each table's foreign keys: the column and its target. */
  references: Record<string, string[]>
  triggers: string[]
}

interface ColumnRow {
  table: string
  name: string
  type: string
  isNull: number
  byDefault: string | null
  isKey: number
}

interface IndexRow {
  table: string
  name: string
  isUnique: number
  isPartial: number
  columns: string
}

interface ReferenceRow {
  table: string
  column: string
  to: string
}

export async function readSchemaOfSqlite(db: Db): Promise<Schema> {
  const tables = sql`(select name from sqlite_schema where type = 'table'
    and name not like 'sqlite\\_%' escape '\\' and name not like 'car\\_text%' escape '\\')`
  const { rows: columns } = await sql<ColumnRow>`
    select t.name as "table", c.name, lower(c.type) as type, c."notnull" = 0 and c.pk = 0 as "isNull",
      c.dflt_value as "byDefault", c.pk > 0 as "isKey"
    from ${tables} t, pragma_table_xinfo(t.name) c where c.hidden <> 1`.execute(db)
  const { rows: indexes } = await sql<IndexRow>`
    select t.name as "table", iif(i.origin = 'c', i.name, '') as name, i."unique" as "isUnique", i.partial as "isPartial",
      (select group_concat(coalesce(x.name, '*'), ' ' order by x.seqno) from pragma_index_xinfo(i.name) x where x.key = 1) as columns
    from ${tables} t, pragma_index_list(t.name) i where i.origin <> 'pk'`.execute(db)
  const { rows: references } = await sql<ReferenceRow>`
    select t.name as "table", f."from" as "column", f."table" || ' ' || lower(f.on_delete) as "to"
    from ${tables} t, pragma_foreign_key_list(t.name) f`.execute(db)
  const { rows: triggers } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'trigger'`.execute(db)
  return toSchema(columns, indexes, references, triggers)
}

export async function readSchemaOfPostgres(db: Db): Promise<Schema> {
  const tables = sql`(select oid, relname as name from pg_class where relnamespace = current_schema()::regnamespace
    and relkind in ('r', 'v') and relname not in ('schema_version', 'rate_counts', 'car_text'))`
  const { rows: columns } = await sql<ColumnRow>`
    select t.name as "table", attname as name, format_type(atttypid, null) as type, not attnotnull as "isNull",
      case attgenerated when '' then pg_get_expr(adbin, adrelid) end as "byDefault", coalesce(attnum = any (p.conkey), false) as "isKey"
    from ${tables} t join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = t.oid and adnum = attnum
      left join pg_constraint p on p.conrelid = t.oid and p.contype = 'p'`.execute(db)
  const { rows: indexes } = await sql<IndexRow>`
    select t.name as "table", case when u.oid is null then i.relname else '' end as name, indisunique as "isUnique",
      indpred is not null as "isPartial",
      (select string_agg(coalesce(substring(pg_get_indexdef(indexrelid, place, true) from '^(?:lower\\()?(\\w+)\\)?$'), '*'), ' ' order by place)
        from generate_series(1, indnkeyatts) as place) as columns
    from ${tables} t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
      left join pg_constraint u on u.conindid = x.indexrelid and u.contype = 'u'
    where not indisprimary`.execute(db)
  const { rows: references } = await sql<ReferenceRow>`
    select t.name as "table", a.attname as "column",
      confrelid::regclass || case confdeltype when 'c' then ' cascade' else ' no action' end as "to"
    from ${tables} t join pg_constraint f on f.conrelid = t.oid and f.contype = 'f'
      join pg_attribute a on a.attrelid = t.oid and a.attnum = f.conkey[1]`.execute(db)
  const { rows: triggers } = await sql<{ name: string }>`
    select tgname as name from pg_trigger where not tgisinternal and tgname <> 'say_current_change'
      and not starts_with(tgname, 'notes_')`.execute(db)
  return toSchema(columns, indexes, references, triggers)
}

function toSchema(
  columns: readonly ColumnRow[],
  indexes: readonly IndexRow[],
  references: readonly ReferenceRow[],
  triggers: readonly { name: string }[],
): Schema {
  const schema: Schema = {
    columns: {},
    indexes: {},
    references: {},
    triggers: triggers.map(({ name }) => name).sort(),
  }
  for (const { table, name, type, isNull, byDefault, isKey } of columns) {
    const parts = [types[type] ?? type, isNull ? 'null' : 'not null', bare(byDefault), isKey ? 'key' : '']
    ;(schema.columns[table] ??= {})[name] = parts.join(' ').trim()
  }
  for (const { table, name, isUnique, isPartial, columns: of } of indexes)
    (schema.indexes[table] ??= []).push(
      `${name} ${isUnique ? 'unique ' : ''}${isPartial ? 'some ' : ''}(${of})`,
    )
  for (const { table, column, to } of references) (schema.references[table] ??= []).push(`${column} → ${to}`)
  for (const lists of [schema.indexes, schema.references])
    for (const list of Object.values(lists)) list.sort()
  return schema
}

const types: Record<string, string> = { bigint: 'integer', any: 'any', jsonb: 'any' }

/** Removes the type that Postgres adds to text defaults. */
function bare(byDefault: string | null): string {
  return byDefault?.replace(/::\w+$/, '') ?? ''
}
