import { sql, type RawBuilder } from 'kysely'
import { either } from './either.ts'

/** JSON that stands in columns as text, or is made of rows, in queries. */

/** A text within. An index may be made of it, so the member's name is part of the query. */
export function memberOf(column: string, name: string): RawBuilder<string> {
  return either<string>({
    sqlite: sql`${sql.raw(column)} ->> ${sql.lit(`$.${name}`)}`,
    postgres: sql`json_text(${sql.raw(column)}, ${sql.lit(name)})`,
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
