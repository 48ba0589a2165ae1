import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { OPEN_PARAM } from '../../contract/desktop-links.ts'
import type { PagedQuery } from './PagedTable.tsx'
import { toast } from './toast.ts'

interface OpenParam {
  query: PagedQuery<unknown>
  /** Whether the row of that key is loaded. */
  find: (key: string) => boolean
  onFound: (key: string) => void
  /** The list is longer than it is ever loaded from its beginning on. */
  isCut?: boolean
  /** Where a list does not open its rows. */
  skip?: boolean
}

/** A link or a notification names a row to open: the list is loaded until it comes up. Each visit opens it once. */
export function useOpenParam({ query, find, onFound, isCut = false, skip = false }: OpenParam): void {
  const { key, search } = useLocation()
  const answered = useRef<string>(undefined)
  const wanted = skip ? null : new URLSearchParams(search).get(OPEN_PARAM)
  const isFound = wanted !== null && find(wanted)
  const isIdle = query.data !== undefined && !query.isFetching
  useEffect(() => {
    if (wanted === null || answered.current === key || !isIdle) return
    if (!isFound && query.hasNextPage && !query.error) return void query.fetchNextPage()
    answered.current = key
    if (isFound) onFound(wanted)
    else
      toast.info(
        isCut
          ? 'That item is too far down this list to open here. Search for it by name.'
          : 'That item is no longer in this list',
      )
  })
}
