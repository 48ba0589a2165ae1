import { sql, type RawBuilder } from 'kysely'
import { either } from './either.ts'

/**
 * String operations in queries. Both engines compare strings byte by byte, and convert the case only of the
 * letters a to z.
 */

type Sql = RawBuilder<unknown>

/** Builds an SQL expression for a case-insensitive sort key. */
export function foldCase(text: Sql): Sql {
  return either({ sqlite: sql`((${text}) collate nocase)`, postgres: sql`lower(${text})` })
}

/** Builds a condition that two strings are equal, ignoring case. */
export function isAlike(text: Sql, other: string): RawBuilder<boolean> {
  return either<boolean>({
    sqlite: sql`((${text}) = ${other} collate nocase)`,
    postgres: sql`(lower(${text}) = lower(${other}::text))`,
  })
}

/** Builds a condition that a string is in a list. It is false for an empty list. */
export function isAmong(text: Sql, texts: readonly string[]): RawBuilder<boolean> {
  return texts.length > 0 ? sql<boolean>`((${text}) in (${sql.join(texts)}))` : sql<boolean>`(1 = 0)`
}

/**
 * Builds an SQL expression for the position of a substring, starting at 1, or 0 if the string does not
 * contain it.
 */
export function substringPosition(text: Sql, part: string): RawBuilder<number> {
  return either<number>({
    sqlite: sql`instr(${text}, ${part})`,
    postgres: sql`strpos(${text}, ${part})`,
  })
}

/**
 * Builds an SQL expression that converts the digits of a price to cents, or to null if the string contains
 * anything else.
 */
export function castToCents(figures: Sql): Sql {
  return either({
    sqlite: sql`(case when (${figures}) glob '[0-9]*' and (${figures}) not glob '*[^0-9.]*' and (${figures}) not glob '*.*.*'
  then cast(round((${figures}) * 100) as integer) end)`,
    postgres: sql`(case when (${figures}) ~ '^[0-9]+(\\.[0-9]*)?$' then round((${figures})::numeric * 100) end)`,
  })
}
