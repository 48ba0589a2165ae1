import { sql, type RawBuilder } from 'kysely'
import { either } from './either.ts'
import type { PerEngine } from './engine.ts'

/**
 * Helpers for JSON that is stored as text or built from rows. Each helper accepts any expression, and its
 * result can be an operand of any operator. Both operands and results are therefore in parentheses.
 */

type Members = readonly (readonly [name: string, value: string])[]

/**
 * Maximum number of members per call. A Postgres function accepts 100 arguments, and each member needs two.
 */
const MAX_MEMBERS = 50

/** Builds the SQL for a JSON object from the name of each member and the SQL for its value. */
export const jsonObject: PerEngine<(members: Members) => string> = {
  sqlite: (members) => `json_object(${members.map(([name, value]) => `'${name}', ${value}`).join(', ')})`,
  postgres(members) {
    const parts: string[] = []
    for (let from = 0; from < members.length; from += MAX_MEMBERS) {
      const batch = members.slice(from, from + MAX_MEMBERS)
      parts.push(`jsonb_build_object(${batch.map(([name, value]) => `'${name}', ${value}`).join(', ')})`)
    }
    return `(${parts.join(' || ')})`
  },
}

/**
 * Builds the SQL for a string member of a JSON column. The member's name is not a query parameter, so that
 * the expression can match an index.
 */
export function selectJsonMember(column: string, name: string): RawBuilder<string> {
  return either<string>({
    sqlite: sql`(${sql.raw(column)} ->> ${sql.lit(`$.${name}`)})`,
    postgres: sql`json_text(${sql.raw(column)}, ${sql.lit(name)})`,
  })
}

/**
 * Builds SQL that concatenates the string values of one member across the objects in a list, or null for an
 * empty list.
 */
export function joinJsonTexts(column: string, name: string): RawBuilder<string | null> {
  return either<string | null>({
    sqlite: sql`(select group_concat(value ->> ${sql.lit(`$.${name}`)}, ' ') from json_each(${sql.ref(column)}))`,
    postgres: sql`(select string_agg(value ->> ${sql.lit(name)}, ' ') from jsonb_array_elements(${sql.ref(column)}::jsonb))`,
  })
}

/** Builds the SQL for a JSON list of a column's distinct values. */
export function listDistinctValues(column: string): RawBuilder<string> {
  return either<string>({
    sqlite: sql`json_group_array(distinct ${sql.ref(column)})`,
    postgres: sql`coalesce(json_agg(distinct ${sql.ref(column)}), '[]')::text`,
  })
}

/** Builds SQL that returns a list of strings as rows with `key`, starting at 0, and `value`. */
export function toRows(texts: readonly string[]): RawBuilder<{ key: number; value: string }> {
  const json = JSON.stringify(texts)
  return either<{ key: number; value: string }>({
    sqlite: sql`json_each(${json})`,
    postgres: sql`(select place - 1 as key, value
      from json_array_elements_text(${json}::json) with ordinality as of (value, place))`,
  })
}

/**
 * SQL for a JSON list of the URLs of a car's photos, in order. They are read along with the car, so a list of
 * cars needs only one query. SQLite stores the table in that order; an `order by` in the aggregate would sort
 * each car's photos again.
 */
export const photosAsJson: RawBuilder<string> = either<string>({
  sqlite: sql`(
  select json_group_array(url)
  from (select url from car_pictures where car_id = cars.id order by position)
)`,
  postgres: sql`(select coalesce(json_agg(url order by position), '[]')::text from car_pictures where car_id = cars.id)`,
})
