import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useMemo } from 'react'
import { useDispatch, useSelector } from 'react-redux'
import type { ListView } from './list-view.ts'
import type { ApiState } from './use-list-pages.ts'

/** How many rows of a list there are of each value that they can be narrowed by, in the words of the table. */
export type ListCounts = Pick<ListView<unknown>, 'facets' | 'total'>

type Ask = ThunkAction<{ unsubscribe: () => void }, ApiState, unknown, UnknownAction>

/** Counts what a list has without being narrowed by a value. */
export interface ListCounter<List> {
  ask: (list: List) => Ask
  /** What came, as it came. */
  answerTo: (list: List) => (state: ApiState) => unknown
  countsOf: (answer: unknown) => ListCounts
}

export interface CountEndpoint<Answer, Query> {
  initiate(arg: { query: Query }): Ask
  select(arg: { query: Query }): (state: ApiState) => { data?: Answer | undefined }
}

/** @param queryOf what the count is asked with for a list */
export function countedBy<Answer, Query, List>(
  endpoint: CountEndpoint<Answer, Query>,
  queryOf: (list: List) => Query,
  countsOf: (answer: Answer) => ListCounts,
): ListCounter<List> {
  return {
    ask: (list) => endpoint.initiate({ query: queryOf(list) }),
    answerTo(list) {
      const select = endpoint.select({ query: queryOf(list) })
      return (state) => select(state).data
    },
    // It comes from the same endpoint.
    countsOf: (answer) => countsOf(answer as Answer),
  }
}

/** @param list null where nothing is to be counted yet */
export function useCounts<List>(counter: ListCounter<List>, list: List | null): ListCounts | undefined {
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>()
  const key = JSON.stringify(list)
  const select = useMemo(() => {
    const wanted = JSON.parse(key) as List | null
    return wanted === null ? () => undefined : counter.answerTo(wanted)
  }, [counter, key])
  useEffect(() => {
    const wanted = JSON.parse(key) as List | null
    if (wanted !== null) return dispatch(counter.ask(wanted)).unsubscribe
  }, [dispatch, counter, key])
  const answer = useSelector(select)
  return answer === undefined ? undefined : counter.countsOf(answer)
}
