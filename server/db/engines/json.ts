import { sql, type RawBuilder } from 'kysely'
import { either } from './either.ts'
import type { Answers } from './engine.ts'

/**
 * JSON that stands in columns as text, or is made of rows. Each helper takes any expression, and what it returns can be
 * an operand of any operator: an expression within an operator or a cast is in parentheses, and so is the result.
 */

type Members = readonly (readonly [name: string, value: string])[]

/** A function of Postgres takes a hundred arguments. */
const MAX_MEMBERS = 50

/** Builds SQL of a JSON object, of each member's name and SQL of its value. */
export const jsonObject: Answers<(members: Members) => string> = {
  sqlite: (members) => `json_object(${members.map(([name, value]) => `'${name}', ${value}`).join(', ')})`,
  postgres(members) {
    const parts: string[] = []
    for (let from = 0; from < members.length; from += MAX_MEMBERS) {
      const some = members.slice(from, from + MAX_MEMBERS)
      parts.push(`jsonb_build_object(${some.map(([name, value]) => `'${name}', ${value}`).join(', ')})`)
    }
    return `(${parts.join(' || ')})`
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
