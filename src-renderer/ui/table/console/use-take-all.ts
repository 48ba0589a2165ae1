import { useEffect, useRef } from 'react'
import type { PagedQuery } from '../table-props.ts'
import type { ShownSelection } from '../selection.ts'

/** How many rows are looked through for those that can be selected. */
const MAX_LOADED = 2000

/**
 * When all that is found is to be selected, loads the list as far as one change can take it, and takes it. What is found by
 * other words or another filter is not what was meant.
 * @param narrowing the words and the filter
 * @param isShown it is arranged as it is wanted
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
