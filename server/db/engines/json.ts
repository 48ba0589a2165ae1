import type { Answers } from './engine.ts'

/** JSON that stands in columns as text. */
export interface JsonInSql {
  /** @param members of each its name and SQL of its value */
  object(members: readonly (readonly [name: string, value: string])[]): string
  /** A text within, by the names that lead there. */
  text(json: string, ...path: readonly string[]): string
  withoutNulls(json: string): string
  /** With a text under a name. */
  with(json: string, name: string, text: string): string
  without(json: string, name: string): string
  /** The rows of a list of texts: `key`, from 0, and `value`. */
  each(json: string, alias: string): string
  /** The list of a column's values. */
  list(column: string, order: string): string
}

/** A function of Postgres takes a hundred arguments. */
const MAX_MEMBERS = 50

export const jsonInSql: Answers<JsonInSql> = {
  sqlite: {
    object: (members) => `json_object(${members.map(([name, value]) => `'${name}', ${value}`).join(', ')})`,
    text: (json, ...path) => `${json} ->> '$.${path.join('.')}'`,
    // Patched onto nothing, what is null is left out (RFC 7396).
    withoutNulls: (json) => `json_patch('{}', ${json})`,
    with: (json, name, text) => `json_set(${json}, '$.${name}', ${text})`,
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
    text: (json, ...path) => `(${json}::jsonb #>> '{${path.join(',')}}')`,
    withoutNulls: (json) => `jsonb_strip_nulls(${json})::text`,
    with: (json, name, text) => `jsonb_set(${json}::jsonb, '{${name}}', to_jsonb(${text}))::text`,
    without: (json, name) => `(${json}::jsonb - '${name}')::text`,
    each: (json, alias) => `lateral (
      select place - 1 as key, value from json_array_elements_text(${json}::json) with ordinality as of (value, place)
    ) as ${alias}`,
    list: (column, order) => `coalesce(json_agg(${column} order by ${order}), '[]')::text`,
  },
}
