import { pagesOf, type Page } from '../../api/endpoint.ts'

interface ListAnswer<Row> {
  data?: { pages: Page<Row[]>[] } | undefined
  hasNextPage: boolean
}

/** How many rows fit, of what is loaded; '3+' where more may follow. undefined while nothing is. */
export function countLoaded<Row>(
  { data, hasNextPage }: ListAnswer<Row>,
  fits: (row: Row) => boolean,
): number | string | undefined {
  const count = pagesOf(data).items?.filter(fits).length
  return count !== undefined && hasNextPage ? `${count}+` : count
}

/** What the server says is in the list, else what is loaded of it. */
export function totalOf<Row>(answer: ListAnswer<Row>): number | undefined {
  const { items, total } = pagesOf(answer.data)
  return total ?? items?.length
}
