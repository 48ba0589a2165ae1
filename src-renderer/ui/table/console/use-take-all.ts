import { useEffect, useRef } from 'react'
import type { PagedQuery } from '../table-props.ts'
import type { ShownSelection } from '../selection.ts'

/** Maximum number of loaded rows that are checked for eligibility. */
const MAX_LOADED_ROWS = 2000

/**
 * Selects all results: loads as many as a change set can take, and then selects them. If the search
 * or the filter changes in between, nothing is selected.
 * @param narrowing identifies the search text and the filter
 * @param isShown true if the list is shown in the requested sort order and with the requested
 * filters
 */
export function useTakeAll<Row>(
  selection: ShownSelection<Row> | undefined,
  rows: readonly Row[],
  query: PagedQuery<Row>,
  narrowing: string,
  isShown: boolean,
): void {
  const requestedNarrowing = useRef<string>(null)
  useEffect(() => {
    requestedNarrowing.current = selection?.isTakingAll ? (requestedNarrowing.current ?? narrowing) : null
    if (selection && requestedNarrowing.current !== null && requestedNarrowing.current !== narrowing)
      return selection.take(selection.items)
    if (!selection?.isTakingAll || (!isShown && !query.error)) return
    const isEnough =
      rows.length >= MAX_LOADED_ROWS || rows.filter(selection.canSelect).length >= selection.maxCount
    const hasMore = query.hasNextPage
    if (isEnough || !hasMore || query.error)
      selection.take(rows, { size: `${selection.found} found`, hasMore })
    else if (!query.isFetching) query.fetchNextPage()
  })
}
