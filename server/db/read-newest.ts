import { sql, type ReferenceExpression, type SelectQueryBuilder } from 'kysely'
import { readCursor, toPage, type Page } from './page.ts'

/** The requested page of a list. */
export interface Paging {
  limit: number
  /** The cursor that the previous page returned; omitted for the first page. */
  cursor?: string | undefined
}

type Column<DB, TB extends keyof DB> = ReferenceExpression<DB, TB> & string

/**
 * Reads one page of the rows that a query finds, newest first, and their total number.
 * @param columns the column of each row's moment, and that of the ID, which orders rows of the same moment.
 * An index should contain both.
 * @param placeOf returns a row's moment and ID
 * @param counted a query that finds the same number of rows, for a query that joins details to the matching
 * rows
 * @throws ProblemError 400 for `cursor` if no list returned it
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
