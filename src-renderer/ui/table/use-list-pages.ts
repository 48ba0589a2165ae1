import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useEffect, useMemo } from 'react'
import { shallowEqual, useDispatch, useSelector } from 'react-redux'
import type { api } from '../../api/api.ts'
import type { Page } from '../../api/endpoint.ts'
import type { ListQuery, PageQuery, RowQuery } from './list-pages.ts'

/** The API slice's part of the store's state. */
export interface ApiState {
  api: ReturnType<typeof api.reducer>
}

/** An API query created by `listEndpoint`. */
export interface ListEndpoint<Row, List extends ListQuery> {
  initiate(
    arg: { query: PageQuery<List> | RowQuery<List> },
    options?: { subscribe?: boolean; forceRefetch?: boolean },
  ): ThunkAction<
    PromiseLike<{ data?: ListPages<Row> | undefined; error?: unknown }> & { unsubscribe: () => void },
    ApiState,
    unknown,
    UnknownAction
  >
  select(arg: { query: PageQuery<List> }): (state: ApiState) => {
    data?: ListPages<Row> | undefined
    error?: unknown
    isSuccess: boolean
    isError: boolean
  }
}

interface ListPages<Row> {
  pages: (Page<Row[]> & { offset: number | null })[]
}

export interface ReadPage<Row, List extends ListQuery = ListQuery> {
  page: PageQuery<List>
  rows: Row[] | undefined
  total: number | null
  error: unknown
  isFetching: boolean
  refetch: () => void
}

/** Loads these pages, and reloads them when their rows change, while the component is mounted. */
export function useListPages<Row, List extends ListQuery>(
  endpoint: ListEndpoint<Row, List>,
  pages: readonly PageQuery<List>[],
): ReadPage<Row, List>[] {
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>()
  const key = JSON.stringify(pages)
  const queries = useMemo(
    () =>
      (JSON.parse(key) as PageQuery<List>[]).map((page) => ({
        page,
        select: endpoint.select({ query: page }),
      })),
    [key, endpoint],
  )
  useEffect(() => {
    const subscriptions = queries.map(({ page }) => dispatch(endpoint.initiate({ query: page })))
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [dispatch, endpoint, queries])
  const results = useSelector((state: ApiState) => queries.map((query) => query.select(state)), shallowEqual)

  return queries.map(({ page }, index) => {
    const { data, error, isSuccess, isError } = results[index]!
    return {
      page,
      rows: data?.pages[0]!.items,
      total: data?.pages[0]!.total ?? null,
      error,
      isFetching: !isSuccess && !isError,
      refetch: () =>
        void dispatch(endpoint.initiate({ query: page }, { subscribe: false, forceRefetch: true })),
    }
  })
}

/** Returns a function that preloads pages, which stay cached for one minute. */
export function usePreload<Row, List extends ListQuery>(
  endpoint: ListEndpoint<Row, List>,
): (pages: readonly PageQuery<List>[]) => void {
  const dispatch = useDispatch<ThunkDispatch<ApiState, unknown, UnknownAction>>()
  return (pages) => {
    for (const page of pages) void dispatch(endpoint.initiate({ query: page }, { subscribe: false }))
  }
}
