import { useEffect, useMemo, useState } from 'react'
import { flattenPages } from '../../../api/endpoint.ts'
import { createLoadedRows } from '../loaded-rows.ts'
import type { ListCriteria, ListView } from '../list-view.ts'
import type { PagedTableProps } from '../table-props.ts'
import { sortAndFilterRows, countFacets } from './sort-and-filter-rows.ts'
import { ConsoleTable } from './ConsoleTable.tsx'

const ALL: ListCriteria = { sort: null, facet: null, find: '' }

/**
 * Renders a short list in the console's table. It is loaded completely, and sorted and searched in
 * this window.
 */
export function LocalTable<Row>(props: PagedTableProps<Row>) {
  const { query, columns, rowKey } = props
  const [requested, setRequested] = useState(ALL)
  const isDue = query.hasNextPage && !query.isFetching && !query.error
  useEffect(() => {
    if (isDue) query.fetchNextPage()
  })
  const isRead = query.data !== undefined && (!query.hasNextPage || Boolean(query.error))
  const items = useMemo(() => (isRead ? flattenPages(query.data).items : undefined), [isRead, query.data])
  const { sort, facet, find } = requested
  const rows = useMemo(
    () => items && sortAndFilterRows(items, columns, { sort, facet, find }),
    [items, columns, sort, facet, find],
  )
  const matchingRows = useMemo(
    () => (items ? sortAndFilterRows(items, columns, { ...ALL, find }) : []),
    [items, columns, find],
  )
  const facetColumn = columns.find(({ isFacet }) => isFacet)

  const view: ListView<Row> = {
    rows: rows && createLoadedRows(rows, rowKey),
    criteria: JSON.stringify(requested),
    sortKeys: columns.filter(({ value, isUnsorted }) => value && !isUnsorted).map(({ key }) => key),
    facets: facetColumn ? countFacets(matchingRows, facetColumn) : [],
    isEmpty: items?.length === 0,
    total: matchingRows.length,
    want({ sort: by, facet: value, find: searchText }) {
      const next: ListCriteria = { sort: by, facet: value, find: searchText }
      if (JSON.stringify(next) !== JSON.stringify(requested)) setRequested(next)
    },
    preloadRows() {},
    shows: (criteria) =>
      JSON.stringify(requested) ===
      JSON.stringify({ sort: criteria.sort, facet: criteria.facet, find: criteria.find }),
    async findRowIndex(key) {
      const index = rows?.findIndex((row) => rowKey(row) === key) ?? -1
      return index < 0 ? null : index
    },
  }
  const shownData = rows && { pages: [{ items: rows, total: rows.length, nextCursor: null }] }
  return <ConsoleTable {...props} view={view} query={{ ...query, data: shownData, hasNextPage: false }} />
}
