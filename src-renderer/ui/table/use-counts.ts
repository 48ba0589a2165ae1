import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useMemo } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { ListView } from './list-view.ts'
import type { ApiState } from './use-list-pages.ts'

/** A list's number of rows, in total and by filter value. */
export type ListCounts = Pick<ListView<unknown>, 'facets' | 'total'>

type Ask = ThunkAction<{ unsubscribe: () => void }, ApiState, unknown, UnknownAction>

/** Counts a list's rows per value of the filter, ignoring the chosen value. */
export interface ListCounter<List> {
  request: (list: List) => Ask
  responseOf: (list: List) => (state: ApiState) => unknown
  countsOf: (response: unknown) => ListCounts
}

export interface CountEndpoint<Answer, Query> {
  initiate(arg: { query: Query }): Ask
  select(arg: { query: Query }): (state: ApiState) => { data?: Answer | undefined }
}

/**
 * Creates a counter that uses the endpoint.
 * @param queryOf returns the count query for a list
 */
export function createListCounter<Answer, Query, List>(
  endpoint: CountEndpoint<Answer, Query>,
  queryOf: (list: List) => Query,
  countsOf: (response: Answer) => ListCounts,
): ListCounter<List> {
  return {
    request: (list) => endpoint.initiate({ query: queryOf(list) }),
    responseOf(list) {
      const select = endpoint.select({ query: queryOf(list) })
      return (state) => select(state).data
    },
    // The response comes from the same endpoint, so the cast is safe.
    countsOf: (response) => countsOf(response as Answer),
  }
}

export function useCounts<List>(counter: ListCounter<List>, list: List | null): ListCounts | undefined {
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>()
  const key = JSON.stringify(list)
  const select = useMemo(() => {
    const countedList = JSON.parse(key) as List | null
    return countedList === null ? () => undefined : counter.responseOf(countedList)
  }, [counter, key])
  useEffect(() => {
    const countedList = JSON.parse(key) as List | null
    if (countedList !== null) return dispatch(counter.request(countedList)).unsubscribe
  }, [dispatch, counter, key])
  const response = useSelector(select)
  return response === undefined ? undefined : counter.countsOf(response)
}
