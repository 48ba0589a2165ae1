import { figure } from '../../../../contract/figure.ts'
import { pagesOf } from '../../../api/endpoint.ts'
import type { PagedQuery } from '../table-props.ts'

/** How many rows of a list are read to be sorted or searched here, so that no list is read to its end. */
const MAX_ROWS = 2000

/** The list as far as it is looked through. */
export interface LookedThrough<Row> {
  query: PagedQuery<Row>
  /** `2,000 of 10,000`, where there is more; null where it is looked through wholly. */
  part: string | null
}

export function lookThrough<Row>(query: PagedQuery<Row>): LookedThrough<Row> {
  const { items = [], total } = pagesOf(query.data)
  const isCut = query.hasNextPage && items.length >= MAX_ROWS
  const of = total === null ? '' : ` of ${figure(total)}`
  return {
    query: isCut ? { ...query, hasNextPage: false } : query,
    part: isCut ? figure(items.length) + of : null,
  }
}
