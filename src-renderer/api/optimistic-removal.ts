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

/** A removed row and its former position in the list. */
interface Taken {
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
 * The API slice's cache utilities, cast because the slice itself has no lists. Features inject lists in the
 * shape that `pagedEndpoint` and `listEndpoint` return.
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
 * Removes the rows of an undoable deletion from these lists immediately. The rows stay out while the lists
 * are refetched, and return if the server rejects the deletion.
 * `deleteReport: build.mutation({ ...endpoint('deleteReport'), ...removeOptimistically(['listReports'], idOf)
 * })`
 */
export function removeOptimistically<Input>(
  lists: readonly string[],
  idsOf: (input: Input) => readonly string[],
) {
  return {
    async onQueryStarted(input: Input, { dispatch, getState, queryFulfilled }: Lifecycle) {
      const ids = idsOf(input)
      const letIn = keepOut(ids)
      const returns = lists.flatMap((list) =>
        util.selectCachedArgsForQuery(getState(), list).map((arg) => {
          let taken: Taken[] = []
          dispatch(util.updateQueryData(list, arg, (draft) => void (taken = takeRows(draft, ids))))
          return () => dispatch(util.updateQueryData(list, arg, (draft) => putBack(draft, taken)))
        }),
      )
      try {
        await queryFulfilled
        letIn()
      } catch {
        letIn()
        for (const restore of returns) restore()
      }
    },
  }
}

/** Returns the row's ID from the deletion's path parameters. */
export function idOf({ params }: { params: { id: string } }): string[] {
  return [params.id]
}

function takeRows({ pages }: List, ids: readonly string[]): Taken[] {
  const taken = pages.flatMap(({ items }, page) =>
    items.flatMap((row, index) => (ids.includes(row._id) ? [{ row: current(row), page, index }] : [])),
  )
  for (const page of pages) page.items = page.items.filter(({ _id }) => !ids.includes(_id))
  count(pages, -taken.length)
  return taken
}

/** Restores the removed rows. A row that a refetch has already brought back is left unchanged. */
function putBack({ pages }: List, taken: readonly Taken[]): void {
  const known = new Set(pages.flatMap(({ items }) => items.map(({ _id }) => _id)))
  const missing = taken.filter(({ row }) => !known.has(row._id))
  for (const { row, page, index } of missing) pages[page]?.items.splice(index, 0, row)
  count(pages, missing.length)
}

function count(pages: List['pages'], more: number): void {
  const [first] = pages
  if (first && first.total !== null) first.total += more
}
