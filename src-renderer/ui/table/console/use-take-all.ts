import { useEffect, useRef } from 'react'
import type { PagedQuery } from '../table-props.ts'
import type { ShownSelection } from '../selection.ts'

/** Maximum number of loaded rows that are checked for whether they can be selected. */
const MAX_LOADED = 2000

/**
 * Selects all results: loads as much of the list as one change set can take, and then selects it. If the
 * search or the filter changes in between, the new results are not selected.
 * @param narrowing identifies the search text and the filter
 * @param isShown true if the list is shown in the requested sort order and with the requested filters
 */
export function useTakeAll<Row>(
  selection: ShownSelection<Row> | undefined,
  rows: readonly Row[],
  query: PagedQuery<Row>,
  narrowing: string,
  isShown: boolean,
): void {
  const meant = useRef<string>(null)
  useEffect(() => {
    meant.current = selection?.isTakingAll ? (meant.current ?? narrowing) : null
    if (selection && meant.current !== null && meant.current !== narrowing)
      return selection.take(selection.items)
    if (!selection?.isTakingAll || (!isShown && !query.error)) return
    const isEnough = rows.length >= MAX_LOADED || rows.filter(selection.mayTake).length >= selection.most
    const hasMore = query.hasNextPage
    if (isEnough || !hasMore || query.error)
      selection.take(rows, { size: `${selection.found} found`, hasMore })
    else if (!query.isFetching) query.fetchNextPage()
  })
}
