import { sql, type ReferenceExpression, type SelectQueryBuilder } from 'kysely'
import { readCursor, toPage, type Page } from './page.ts'

export interface Paging {
  limit: number
  /** The cursor that the previous page returned. Omitted for the first page. */
  cursor?: string | undefined
}

type Column<DB, TB extends keyof DB> = ReferenceExpression<DB, TB> & string

/**
 * Reads one page of a query's rows, newest first, and the total number of rows.
 * @param columns the columns of each row's time and ID; the ID orders rows with the same time. An index
 * should contain both columns.
 * @param positionOf returns a row's time and ID
 * @param counted a query that matches the same number of rows; needed if `query` also joins details
 * @throws ProblemError 400 for `cursor` if it is not a cursor that a list returned
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
  positionOf: (row: Row) => [moment: string | number, id: string],
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
  return toPage(rows as Row[], limit, total, positionOf, toItem)
}

async function count<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>): Promise<number> {
  const counts = query.clearSelect().select(sql<number>`count(*)`.as('total'))
  const [{ total }] = (await counts.$castTo<{ total: number }>().execute()) as [{ total: number }]
  return total
}
