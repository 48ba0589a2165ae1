import { useCallback, useEffect, useRef, useState } from 'react'
import type { PagedQuery } from '../PagedTable.tsx'
import { usePrintable } from '../printable.ts'

/** On paper: more would take the program's time for minutes. */
export const MAX_PRINTED = 2000

/** Before it is printed, a list is read as far as paper takes it. */
export function usePrintableList<Row>(fromStart: readonly Row[], query: PagedQuery<Row>): void {
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
    const isRead = fromStart.length >= MAX_PRINTED || (query.data !== undefined && !query.hasNextPage)
    if (!isRead && !query.error) {
      if (!query.isFetching) query.fetchNextPage()
      return
    }
    done.current(isRead)
    done.current = null
  })
}
