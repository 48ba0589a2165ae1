import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { either } from './either.ts'
import { engineOf, type Answers } from './engine.ts'

/**
 * JSON that stands in columns as text, or is made of rows. Each helper takes any expression, and what it returns can be
 * an operand of any operator: an expression within an operator or a cast is in parentheses, and so is the result.
 */

/** In statements of the schema. */
export interface JsonInSql {
  /** @param members of each its name and SQL of its value */
  object(members: readonly (readonly [name: string, value: string])[]): string
  /** A text within, by the names that lead there. */
  text(json: string, ...path: readonly string[]): string
  withoutNulls(json: string): string
  /** With a text under a name. */
  with(json: string, name: string, text: string): string
  /** With a JSON value under a name. */
  withJson(json: string, name: string, value: string): string
  without(json: string, name: string): string
  /** The rows of a list of texts: `key`, from 0, and `value`. */
  each(json: string, alias: string): string
  /** The list of a column's values. */
  list(column: string, order: string): string
}

/** A function of Postgres takes a hundred arguments. */
const MAX_MEMBERS = 50

export const jsonOf = (db: QueryExecutorProvider): JsonInSql => jsonInSql[engineOf(db)]

export const jsonInSql: Answers<JsonInSql> = {
  sqlite: {
    object: (members) => `json_object(${members.map(([name, value]) => `'${name}', ${value}`).join(', ')})`,
    text: (json, ...path) => `((${json}) ->> '$.${path.join('.')}')`,
    // Patched onto nothing, what is null is left out (RFC 7396).
    withoutNulls: (json) => `json_patch('{}', ${json})`,
    with: (json, name, text) => `json_set(${json}, '$.${name}', ${text})`,
    withJson: (json, name, value) => `json_set(${json}, '$.${name}', json(${value}))`,
    without: (json, name) => `json_remove(${json}, '$.${name}')`,
    each: (json, alias) => `json_each(${json}) as ${alias}`,
    list: (column, order) => `json_group_array(${column} order by ${order})`,
  },
  postgres: {
    object(members) {
      const parts: string[] = []
      for (let from = 0; from < members.length; from += MAX_MEMBERS) {
        const some = members.slice(from, from + MAX_MEMBERS)
        parts.push(`jsonb_build_object(${some.map(([name, value]) => `'${name}', ${value}`).join(', ')})`)
      }
      return `(${parts.join(' || ')})`
    },
    text: (json, ...path) => `((${json})::jsonb #>> '{${path.join(',')}}')`,
    withoutNulls: (json) => `jsonb_strip_nulls((${json})::jsonb)::text`,
    // Without `coalesce` a null would make the whole object null, as `jsonb_set` is strict.
    with: (json, name, text) =>
      `jsonb_set((${json})::jsonb, '{${name}}', coalesce(to_jsonb((${text})::text), 'null'))::text`,
    withJson: (json, name, value) => `jsonb_set((${json})::jsonb, '{${name}}', (${value})::jsonb)::text`,
    without: (json, name) => `((${json})::jsonb - '${name}')::text`,
    each: (json, alias) => `lateral (
      select place - 1 as key, value from json_array_elements_text((${json})::json) with ordinality as of (value, place)
    ) as ${alias}`,
    list: (column, order) => `coalesce(json_agg(${column} order by ${order}), '[]')::text`,
  },
}

/** A text within, in a query. An index may be made of it, so the member's name is part of the query. */
export function memberOf(column: string, name: string): RawBuilder<string> {
  return either<string>({
    sqlite: sql`(${sql.raw(column)} ->> ${sql.lit(`$.${name}`)})`,
    postgres: sql`json_text(${sql.raw(column)}, ${sql.lit(name)})`,
  })
}

/** What the objects of a list have under a name, one after another; null of an empty list. */
export function textsIn(column: string, name: string): RawBuilder<string | null> {
  return either<string | null>({
    sqlite: sql`(select group_concat(value ->> ${sql.lit(`$.${name}`)}, ' ') from json_each(${sql.ref(column)}))`,
    postgres: sql`(select string_agg(value ->> ${sql.lit(name)}, ' ') from jsonb_array_elements(${sql.ref(column)}::jsonb))`,
  })
}

/** All values of a column, each once, as a list. */
export function distinctList(column: string): RawBuilder<string> {
  return either<string>({
    sqlite: sql`json_group_array(distinct ${sql.ref(column)})`,
    postgres: sql`coalesce(json_agg(distinct ${sql.ref(column)}), '[]')::text`,
  })
}

/** The rows of a list of texts: `key`, from 0, and `value`. */
export function rowsOf(texts: readonly string[]): RawBuilder<{ key: number; value: string }> {
  const json = JSON.stringify(texts)
  return either<{ key: number; value: string }>({
    sqlite: sql`json_each(${json})`,
    postgres: sql`(select place - 1 as key, value
      from json_array_elements_text(${json}::json) with ordinality as of (value, place))`,
  })
}

/**
 * The addresses of a car's pictures in order, as a list: read along with the car, so that a list is one query. SQLite stores
 * the table in that order; `order by` within the aggregate would sort each car's anew.
 */
export const picturesAsJson: RawBuilder<string> = either<string>({
  sqlite: sql`(
  select json_group_array(url)
  from (select url from car_pictures where car_id = cars.id order by position)
)`,
  postgres: sql`(select coalesce(json_agg(url order by position), '[]')::text from car_pictures where car_id = cars.id)`,
})
