import { sql, type RawBuilder } from 'kysely'
import { either } from './either.ts'

/** Texts in queries. Both engines compare them byte by byte, and know small and capital letters from a to z alone. */

type Sql = RawBuilder<unknown>

/** A text to sort by, small and capital letters alike. */
export function folded(text: Sql): Sql {
  return either({ sqlite: sql`((${text}) collate nocase)`, postgres: sql`lower(${text})` })
}

/** Whether two texts are the same, small and capital letters alike. */
export function isAlike(text: Sql, other: string): RawBuilder<boolean> {
  return either<boolean>({
    sqlite: sql`((${text}) = ${other} collate nocase)`,
    postgres: sql`(lower(${text}) = lower(${other}::text))`,
  })
}

/** Whether a text is one of these; of none it is not. */
export function isAmong(text: Sql, texts: readonly string[]): RawBuilder<boolean> {
  return texts.length > 0 ? sql<boolean>`((${text}) in (${sql.join(texts)}))` : sql<boolean>`(1 = 0)`
}

/** Where a part begins in a text, from 1; 0 where it is not there. */
export function placeIn(text: Sql, part: string): RawBuilder<number> {
  return either<number>({
    sqlite: sql`instr(${text}, ${part})`,
    postgres: sql`strpos(${text}, ${part})`,
  })
}

/** Cents as dollars: `24900.00`. */
export function dollarsOf(cents: Sql): Sql {
  return either({
    sqlite: sql`printf('%d.%02d', (${cents}) / 100, (${cents}) % 100)`,
    postgres: sql`(((${cents}) / 100)::text || '.' || lpad(((${cents}) % 100)::text, 2, '0'))`,
  })
}

/** What a price's figures say, in cents; null where there is more in the text than those. */
export function centsOf(figures: Sql): Sql {
  return either({
    sqlite: sql`(case when (${figures}) glob '[0-9]*' and (${figures}) not glob '*[^0-9.]*' and (${figures}) not glob '*.*.*'
  then cast(round((${figures}) * 100) as integer) end)`,
    postgres: sql`(case when (${figures}) ~ '^[0-9]+(\\.[0-9]*)?$' then round((${figures})::numeric * 100) end)`,
  })
}
