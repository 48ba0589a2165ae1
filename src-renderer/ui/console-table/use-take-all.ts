import { useEffect } from 'react'
import type { PagedQuery } from '../PagedTable.tsx'
import type { ShownSelection } from '../selection.ts'

/**
 * When all that is found is to be selected, loads the list as far as one change can take it, and takes it.
 * @param isShown it is arranged as it is wanted
 * @param isCut more is found than is ever loaded
 */
export function useTakeAll<Row>(
  selection: ShownSelection<Row> | undefined,
  rows: readonly Row[],
  query: PagedQuery<Row>,
  isShown: boolean,
  isCut: boolean,
): void {
  useEffect(() => {
    if (!selection?.isTakingAll || (!isShown && !query.error)) return
    const isEnough = rows.filter(selection.mayTake).length >= selection.most
    const hasMore = query.hasNextPage
    if (isEnough || !hasMore || query.error)
      selection.take(rows, { size: `${selection.found} found`, hasMore: hasMore || isCut })
    else if (!query.isFetching) query.fetchNextPage()
  })
}
