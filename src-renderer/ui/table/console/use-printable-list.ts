import { useCallback, useEffect, useRef, useState } from 'react'
import type { PagedQuery } from '../table-props.ts'
import { usePrintable } from '../printable.ts'

/** Maximum number of printed rows. More would block the console for minutes. */
export const MAX_PRINTED_ROWS = 2000

/**
 * Loads a list, up to the maximum number of printed rows, before it is printed.
 * @param isShown true if the list is shown in the requested sort order and with the requested
 * filters
 */
export function usePrintableList<Row>(
  fromStart: readonly Row[],
  query: PagedQuery<Row>,
  isShown: boolean,
): void {
  const done = useRef<((isRead: boolean) => void) | null>(null)
  const [, setAttempts] = useState(0)
  const read = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        done.current = resolve
        setAttempts((times) => times + 1)
      }),
    [],
  )
  usePrintable(read)

  useEffect(() => {
    if (done.current === null) return
    const isComplete =
      fromStart.length >= MAX_PRINTED_ROWS || (query.data !== undefined && !query.hasNextPage)
    const isRead = isShown && isComplete
    if (!isRead && !query.error) {
      if (isShown && !query.isFetching) query.fetchNextPage()
      return
    }
    done.current(isRead)
    done.current = null
  })
}
