import { sql, type RawBuilder } from 'kysely'
import { either } from './either.ts'
import type { Answers } from './engine.ts'

/**
 * JSON that is stored as text in columns, or is built from rows. Each helper accepts any expression, and its
 * result can be an operand of any operator. An expression within an operator or a cast is therefore in
 * parentheses, and so is the result.
 */

type Members = readonly (readonly [name: string, value: string])[]

/** Maximum number of members per call: a Postgres function accepts 100 arguments. */
const MAX_MEMBERS = 50

/** Builds SQL of a JSON object from each member's name and the SQL of its value. */
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

/**
 * Builds SQL of a text member of a JSON column. The member's name is part of the query, because an index may
 * contain the expression.
 */
export function memberOf(column: string, name: string): RawBuilder<string> {
  return either<string>({
    sqlite: sql`(${sql.raw(column)} ->> ${sql.lit(`$.${name}`)})`,
    postgres: sql`json_text(${sql.raw(column)}, ${sql.lit(name)})`,
  })
}

/** Builds SQL that joins the texts that the objects of a list have under a name; null for an empty list. */
export function textsIn(column: string, name: string): RawBuilder<string | null> {
  return either<string | null>({
    sqlite: sql`(select group_concat(value ->> ${sql.lit(`$.${name}`)}, ' ') from json_each(${sql.ref(column)}))`,
    postgres: sql`(select string_agg(value ->> ${sql.lit(name)}, ' ') from jsonb_array_elements(${sql.ref(column)}::jsonb))`,
  })
}

/** Builds SQL of the distinct values of a column, as a list. */
export function distinctList(column: string): RawBuilder<string> {
  return either<string>({
    sqlite: sql`json_group_array(distinct ${sql.ref(column)})`,
    postgres: sql`coalesce(json_agg(distinct ${sql.ref(column)}), '[]')::text`,
  })
}

/** Builds SQL that returns a list of texts as rows: `key`, from 0, and `value`. */
export function rowsOf(texts: readonly string[]): RawBuilder<{ key: number; value: string }> {
  const json = JSON.stringify(texts)
  return either<{ key: number; value: string }>({
    sqlite: sql`json_each(${json})`,
    postgres: sql`(select place - 1 as key, value
      from json_array_elements_text(${json}::json) with ordinality as of (value, place))`,
  })
}

/**
 * The addresses of a car's photos in order, as a list. They are read along with the car, so that a list of
 * cars is one query. SQLite stores the table in that order; `order by` within the aggregate would sort each
 * car's photos again.
 */
export const picturesAsJson: RawBuilder<string> = either<string>({
  sqlite: sql`(
  select json_group_array(url)
  from (select url from car_pictures where car_id = cars.id order by position)
)`,
  postgres: sql`(select coalesce(json_agg(url order by position), '[]')::text from car_pictures where car_id = cars.id)`,
})
