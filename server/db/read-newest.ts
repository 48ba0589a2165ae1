import { sql, type ReferenceExpression, type SelectQueryBuilder } from 'kysely'
import { readCursor, toPage, type Page } from './page.ts'

/** Which page of a list is wanted. */
export interface Paging {
  limit: number
  /** Where the page before ended, as its answer said; the first page without one. */
  cursor?: string | undefined
}

type Column<DB, TB extends keyof DB> = ReferenceExpression<DB, TB> & string

/**
 * One page of what a query finds, newest first, and how many it finds in all.
 * @param columns each row's moment, and the id by which rows of the same moment come. An index should hold both.
 * @param placeOf a row's own moment and id
 * @param counted finds as many, for where the query joins what is shown to what is found
 * @throws ProblemError 400 of `cursor` where no list answered with it.
 */
export async function readNewest<
  DB,
  TB extends keyof DB,
  Row,
  Item,
  CountedDB = DB,
  CountedTB extends keyof CountedDB = never,
>(
  query: SelectQueryBuilder<DB, TB, Row>,
  [moment, id]: readonly [moment: Column<DB, TB>, id: Column<DB, TB>],
  { limit, cursor }: Paging,
  placeOf: (row: Row) => [moment: string | number, id: string],
  toItem: (row: Row) => Item,
  counted?: SelectQueryBuilder<CountedDB, CountedTB, object>,
): Promise<Page<Item>> {
  const after = readCursor(cursor)
  const rows = await query
    .$if(after !== null, (newer) =>
      newer.where(sql<boolean>`(${sql.ref(moment)}, ${sql.ref(id)}) < (${after![0]}, ${after![1]})`),
    )
    .orderBy(sql.ref(moment), 'desc')
    .orderBy(sql.ref(id), 'desc')
    .limit(limit + 1)
    .execute()
  const total = counted ? await count(counted) : await count(query)
  return toPage(rows as Row[], limit, total, placeOf, toItem)
}

async function count<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const counts = query.clearSelect().select(sql<number>`count(*)`.as('total'))
  const [{ total }] = (await counts.$castTo<{ total: number }>().execute()) as [{ total: number }]
  return total
}
