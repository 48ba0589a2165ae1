import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import type { ListQuery } from './list-pages.ts'
import type { ApiState, ListEndpoint } from './use-list-pages.ts'

/**
 * Returns a function that resolves to a row's index, or to null if the list does not contain the
 * row. It rejects with the API problem.
 */
export function useFindRowIndex<Row, List extends ListQuery>(
  endpoint: ListEndpoint<Row, List>,
): (list: List, key: string) => Promise<number | null> {
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>()
  return async (list, key) => {
    const request = dispatch(
      endpoint.initiate({ query: { ...list, from: key, limit: 1 } }, { forceRefetch: true }),
    )
    // The subscription is held until the response arrives. Otherwise, a change that invalidates the
    // list would evict the query.
    const { data, error } = await request
    request.unsubscribe()
    if (data === undefined) throw error
    return data.pages[0]!.offset
  }
}
