import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useMemo } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { ListView } from './list-view.ts'
import type { ApiState } from './use-list-pages.ts'

/** Number of rows per filter value of a list, with the labels that the table shows. */
export type ListCounts = Pick<ListView<unknown>, 'facets' | 'total'>

type Ask = ThunkAction<{ unsubscribe: () => void }, ApiState, unknown, UnknownAction>

/** Counts a list's rows per value, ignoring the filter by value. */
export interface ListCounter<List> {
  ask: (list: List) => Ask
  /** Returns a selector for the raw response. */
  responseOf: (list: List) => (state: ApiState) => unknown
  countsOf: (answer: unknown) => ListCounts
}

export interface CountEndpoint<Answer, Query> {
  initiate(arg: { query: Query }): Ask
  select(arg: { query: Query }): (state: ApiState) => { data?: Answer | undefined }
}

/**
 * Creates a counter that uses the endpoint.
 * @param queryOf returns the count's query for a list
 */
export function countedBy<Answer, Query, List>(
  endpoint: CountEndpoint<Answer, Query>,
  queryOf: (list: List) => Query,
  countsOf: (answer: Answer) => ListCounts,
): ListCounter<List> {
  return {
    ask: (list) => endpoint.initiate({ query: queryOf(list) }),
    responseOf(list) {
      const select = endpoint.select({ query: queryOf(list) })
      return (state) => select(state).data
    },
    // The response comes from the same endpoint, so the cast is safe.
    countsOf: (answer) => countsOf(answer as Answer),
  }
}

/**
 * Requests and returns a list's counts.
 * @param list null if nothing should be counted yet
 */
export function useCounts<List>(counter: ListCounter<List>, list: List | null): ListCounts | undefined {
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>()
  const key = JSON.stringify(list)
  const select = useMemo(() => {
    const wanted = JSON.parse(key) as List | null
    return wanted === null ? () => undefined : counter.responseOf(wanted)
  }, [counter, key])
  useEffect(() => {
    const wanted = JSON.parse(key) as List | null
    if (wanted !== null) return dispatch(counter.ask(wanted)).unsubscribe
  }, [dispatch, counter, key])
  const answer = useSelector(select)
  return answer === undefined ? undefined : counter.countsOf(answer)
}
