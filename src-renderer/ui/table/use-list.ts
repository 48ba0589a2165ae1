import { useState } from 'react'
import type { LoadedRows } from './loaded-rows.ts'
import type { PagedQuery } from './table-props.ts'
import { useSettled } from '../use-settled.ts'
import type { ListSource } from './list-source.ts'
import type { ListView, RowRequest } from './list-view.ts'
import {
  isSameFilter,
  isSameList,
  PAGE_ROWS,
  listVisiblePages,
  type ListQuery,
  type PageQuery,
} from './list-pages.ts'
import { useCounts } from './use-counts.ts'
import { useFindRowIndex } from './use-find-row-index.ts'
import { useListPages, usePreload, type ReadPage } from './use-list-pages.ts'

const TYPING_MS = 200
const SCROLLING_MS = 60

interface Row {
  _id: string
}

interface ListResult<Item> {
  /** The part of the list that is loaded contiguously from its beginning. */
  query: PagedQuery<Item>
  /** All loaded rows without duplicates, including those in the previous sort order. */
  items: Item[]
  /** Total number of rows regardless of the search, or null while unknown. */
  total: number | null
  view: ListView<Item>
}

/**
 * Returns a list that the server sorts, searches, and pages. It loads nothing until a table
 * requests rows.
 */
export function useList<Item extends Row, List extends ListQuery>(
  source: ListSource<Item, List>,
): ListResult<Item> {
  const { endpoint, listOf, counter, sortKeys, facet } = source
  const [requested, setRequested] = useState<RowRequest>(NOTHING)
  // No pages are requested during fast scrolling.
  const settled = useSettled(requested, SCROLLING_MS)
  const sight = settled === NOTHING ? requested : settled
  const isRequested = requested !== NOTHING
  // The initial search text applies immediately. Later changes apply once the user stops typing.
  const find = useSettled(isRequested ? requested.find : null, TYPING_MS) ?? requested.find
  const list = listOf({ ...requested, find })
  const [lastShownList, setShown] = useState<List | null>(null)
  const [requestedFromStart, setRequestedFromStart] = useState({ list, pages: 0 })
  const [retained, setRetained] = useState<PageQuery<List>[]>([])

  const read = useListPages(
    endpoint,
    uniquePages([
      ...listVisiblePages(list, sight),
      ...(lastShownList ? listVisiblePages(lastShownList, sight) : []),
      ...(isSameList(requestedFromStart.list, list)
        ? listVisiblePages(list, { first: 0, end: requestedFromStart.pages * PAGE_ROWS })
        : []),
      ...retained,
    ]),
  )
  // The previous rows stay until the first new ones are loaded.
  const hasNewRows = read.some(({ page, rows }) => rows && isSameList(page, list))
  if (hasNewRows && !(lastShownList && isSameList(lastShownList, list))) setShown(list)
  const shownList = hasNewRows ? list : (lastShownList ?? list)
  const pages = read.filter(({ page, rows }) => rows && isSameList(page, shownList))
  const total = useKnownTotal(shownList, pages[0]?.total ?? null)
  const findRowIndex = useFindRowIndex(endpoint)
  const preloadRows = usePreload(endpoint)
  const counts = useCounts(counter, isRequested ? listOf({ sort: null, facet: null, find }) : null)
  const totalCounts = useCounts(counter, isRequested ? listOf(NOTHING) : null)

  function want({ first, end, ...rest }: RowRequest) {
    const next = {
      ...rest,
      first: first - (first % PAGE_ROWS),
      end: Math.ceil(end / PAGE_ROWS) * PAGE_ROWS,
    }
    if (JSON.stringify(next) === JSON.stringify(requested)) return
    setRequested(next)
    const keys = new Set(next.retained)
    setRetained(read.filter(({ rows }) => rows?.some(({ _id }) => keys.has(_id))).map(({ page }) => page))
  }

  const beginning = readFromStart(pages)
  const isFetching = read.some((page) => page.isFetching)
  const isNextPageRequested =
    isSameList(requestedFromStart.list, list) && requestedFromStart.pages * PAGE_ROWS > beginning.length
  const matchingPages = read.filter(({ page }) => isSameFilter(page, shownList))
  return {
    items: uniqueRows(rowsIn([...matchingPages, ...read])),
    total: totalCounts?.total ?? null,
    query: {
      // A row inserted between two page loads shifts the others, so the same row may be in two
      // pages until they are reloaded.
      data:
        total === null ? undefined : { pages: [{ items: uniqueRows(beginning), total, nextCursor: null }] },
      error: read.find(({ error }) => error)?.error,
      isFetching,
      isFetchingNextPage: isFetching && isNextPageRequested,
      isFetchNextPageError: false,
      hasNextPage: beginning.length < (total ?? 0),
      fetchNextPage: () =>
        setRequestedFromStart({ list, pages: Math.floor(beginning.length / PAGE_ROWS) + 1 }),
      refetch: () => read.forEach(({ refetch }) => refetch()),
    },
    view: {
      sortKeys,
      facet,
      rows: total === null ? undefined : buildListRows(pages, total, matchingPages),
      criteria: JSON.stringify(shownList),
      facets: counts?.facets ?? [],
      total: counts?.total ?? 0,
      isEmpty: total === 0 && isSameFilter(shownList, listOf(NOTHING)),
      want,
      preloadRows: (criteria) => preloadRows(listVisiblePages(listOf(criteria), sight)),
      shows: (criteria) => isSameList(shownList, listOf(criteria)),
      findRowIndex: (key) => findRowIndex(shownList, key),
    },
  }
}

/** Returns the list's length. Until the requested part is loaded, the last known length applies. */
function useKnownTotal(list: ListQuery, read: number | null): number | null {
  const [lastKnown, setKnown] = useState({ list, total: read })
  const isKnown = isSameList(lastKnown.list, list)
  if (read !== null && !(isKnown && lastKnown.total === read)) setKnown({ list, total: read })
  return read ?? (isKnown ? lastKnown.total : null)
}

const NOTHING: RowRequest = { sort: null, facet: null, find: '', first: 0, end: 0, retained: [] }

/**
 * Builds a list's rows from its pages.
 * @param matchingPages all pages of these results, in any sort order
 */
function buildListRows<Item extends Row>(
  pages: readonly ReadPage<Item>[],
  count: number,
  matchingPages: readonly ReadPage<Item>[],
): LoadedRows<Item> {
  const rowsByOffset = new Map(pages.map(({ page, rows }) => [page.offset, rows!]))
  return {
    count,
    at(index) {
      const offset = index - (index % PAGE_ROWS)
      return rowsByOffset.get(offset)?.[index - offset]
    },
    indexOf(key) {
      for (const [offset, rows] of rowsByOffset) {
        const index = rows.findIndex(({ _id }) => _id === key)
        if (index >= 0) return offset + index
      }
      return -1
    },
    read: uniqueRows(rowsIn(matchingPages)),
  }
}

function readFromStart<Item>(pages: readonly ReadPage<Item>[]): Item[] {
  const rowsByOffset = new Map(pages.map(({ page, rows }) => [page.offset, rows!]))
  const items: Item[] = []
  for (let offset = 0; rowsByOffset.has(offset); offset += PAGE_ROWS) items.push(...rowsByOffset.get(offset)!)
  return items
}

function rowsIn<Item>(pages: readonly ReadPage<Item>[]): Item[] {
  return pages.flatMap(({ rows }) => rows ?? [])
}

function uniqueRows<Item extends Row>(rows: readonly Item[]): Item[] {
  const items = new Map<string, Item>()
  for (const row of rows) if (!items.has(row._id)) items.set(row._id, row)
  return [...items.values()]
}

function uniquePages<List extends ListQuery>(pages: readonly PageQuery<List>[]): PageQuery<List>[] {
  return [...new Map(pages.map((page) => [JSON.stringify(page), page])).values()]
}
