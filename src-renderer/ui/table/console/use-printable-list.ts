import { useCallback, useEffect, useRef, useState } from 'react'
import type { PagedQuery } from '../table-props.ts'
import { usePrintable } from '../printable.ts'

/** Maximum number of printed rows. Printing more would block the program for minutes. */
export const MAX_PRINTED = 2000

/**
 * Loads a list before it is printed, up to the maximum number of printed rows.
 * @param isShown true if the list is shown in the requested sort order and with the requested filters
 */
export function usePrintableList<Row>(
  fromStart: readonly Row[],
  query: PagedQuery<Row>,
  isShown: boolean,
): void {
  const done = useRef<((isRead: boolean) => void) | null>(null)
  const [, look] = useState(0)
  const read = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        done.current = resolve
        look((times) => times + 1)
      }),
    [],
  )
  usePrintable(read)

  useEffect(() => {
    if (done.current === null) return
    const isComplete = fromStart.length >= MAX_PRINTED || (query.data !== undefined && !query.hasNextPage)
    const isRead = isShown && isComplete
    if (!isRead && !query.error) {
      if (isShown && !query.isFetching) query.fetchNextPage()
      return
    }
    done.current(isRead)
    done.current = null
  })
}
