import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import type { ListQuery } from './list-pages.ts'
import type { ApiState, ListEndpoint } from './use-list-pages.ts'

/** Asks at which place of a list a row stands; null where that does not have it. Rejects with the problem. */
export function useFindPlace<Row, List extends ListQuery>(
  endpoint: ListEndpoint<Row, List>,
): (list: List, key: string) => Promise<number | null> {
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>()
  return async (list, key) => {
    const request = dispatch(
      endpoint.initiate({ query: { ...list, from: key, limit: 1 } }, { forceRefetch: true }),
    )
    // Held until then: a change of the list's kind drops what nobody holds.
    const { data, error } = await request
    request.unsubscribe()
    if (data === undefined) throw error
    return data.pages[0]!.offset
  }
}
