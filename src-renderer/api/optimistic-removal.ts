import { current, type ThunkAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit'
import { api } from './api.ts'
import type { Page } from './endpoint.ts'
import { keepOut } from './removed-rows.ts'

interface Row {
  _id: string
}

interface List {
  pages: Page<Row[]>[]
}

interface RemovedRow {
  row: Row
  page: number
  index: number
}

interface Lifecycle {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>
  getState: () => unknown
  queryFulfilled: PromiseLike<unknown>
}

/**
 * The API slice's cache utilities. The cast is needed because features inject the lists later, in
 * the shape that `definePagedEndpoint` and `listEndpoint` return.
 */
const util = api.util as unknown as {
  selectCachedArgsForQuery: (state: unknown, list: string) => unknown[]
  updateQueryData: (
    list: string,
    arg: unknown,
    change: (draft: List) => void,
  ) => ThunkAction<unknown, unknown, unknown, UnknownAction>
}

/**
 * Removes the rows of an undoable deletion from these lists immediately. They stay out while the
 * lists are refetched, and return if the server rejects the deletion. `deleteReport:
 * build.mutation({ ...endpoint('deleteReport'), ...removeOptimistically(['listReports'], getRowIds) })`
 */
export function removeOptimistically<Input>(
  lists: readonly string[],
  idsOf: (input: Input) => readonly string[],
) {
  return {
    async onQueryStarted(input: Input, { dispatch, getState, queryFulfilled }: Lifecycle) {
      const ids = idsOf(input)
      const stopKeepingOut = keepOut(ids)
      const restoreFunctions = lists.flatMap((list) =>
        util.selectCachedArgsForQuery(getState(), list).map((arg) => {
          let removedRows: RemovedRow[] = []
          dispatch(util.updateQueryData(list, arg, (draft) => void (removedRows = takeRows(draft, ids))))
          return () => dispatch(util.updateQueryData(list, arg, (draft) => putBack(draft, removedRows)))
        }),
      )
      try {
        await queryFulfilled
        stopKeepingOut()
      } catch {
        stopKeepingOut()
        for (const restore of restoreFunctions) restore()
      }
    },
  }
}

export function getRowIds({ params }: { params: { id: string } }): string[] {
  return [params.id]
}

function takeRows({ pages }: List, ids: readonly string[]): RemovedRow[] {
  const removedRows = pages.flatMap(({ items }, page) =>
    items.flatMap((row, index) => (ids.includes(row._id) ? [{ row: current(row), page, index }] : [])),
  )
  for (const page of pages) page.items = page.items.filter(({ _id }) => !ids.includes(_id))
  count(pages, -removedRows.length)
  return removedRows
}

/** Restores the removed rows, except those that a refetch has already brought back. */
function putBack({ pages }: List, removedRows: readonly RemovedRow[]): void {
  const presentIds = new Set(pages.flatMap(({ items }) => items.map(({ _id }) => _id)))
  const missing = removedRows.filter(({ row }) => !presentIds.has(row._id))
  for (const { row, page, index } of missing) pages[page]?.items.splice(index, 0, row)
  count(pages, missing.length)
}

function count(pages: List['pages'], difference: number): void {
  const [first] = pages
  if (first && first.total !== null) first.total += difference
}
