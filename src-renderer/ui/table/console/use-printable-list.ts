import { useCallback, useEffect, useRef, useState } from 'react'
import type { PagedQuery } from '../table-props.ts'
import { usePrintable } from '../printable.ts'

/** On paper: more would take the program's time for minutes. */
export const MAX_PRINTED = 2000

/**
 * Before it is printed, a list is read as far as paper takes it.
 * @param isShown it is arranged as it is wanted
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
    const isWhole = fromStart.length >= MAX_PRINTED || (query.data !== undefined && !query.hasNextPage)
    const isRead = isShown && isWhole
    if (!isRead && !query.error) {
      if (isShown && !query.isFetching) query.fetchNextPage()
      return
    }
    done.current(isRead)
    done.current = null
  })
}
