import { useEffect, useMemo, useState } from 'react'
import { pagesOf } from '../../../api/endpoint.ts'
import { listRows } from '../list-rows.ts'
import type { ListCriteria, ListView } from '../list-view.ts'
import type { PagedTableProps } from '../table-props.ts'
import { sortAndFilterRows, countFacets } from './sort-and-filter-rows.ts'
import { ConsoleTable } from './ConsoleTable.tsx'

const ALL: ListCriteria = { sort: null, facet: null, find: '' }

/**
 * Renders a short list in the console's table. The list is loaded completely, and is sorted and searched in
 * this window.
 */
export function LocalTable<Row>(props: PagedTableProps<Row>) {
  const { query, columns, rowKey } = props
  const [wanted, setWanted] = useState(ALL)
  const isDue = query.hasNextPage && !query.isFetching && !query.error
  useEffect(() => {
    if (isDue) query.fetchNextPage()
  })
  const isRead = query.data !== undefined && (!query.hasNextPage || Boolean(query.error))
  const items = useMemo(() => (isRead ? pagesOf(query.data).items : undefined), [isRead, query.data])
  const { sort, facet, find } = wanted
  const rows = useMemo(
    () => items && sortAndFilterRows(items, columns, { sort, facet, find }),
    [items, columns, sort, facet, find],
  )
  const found = useMemo(
    () => (items ? sortAndFilterRows(items, columns, { ...ALL, find }) : []),
    [items, columns, find],
  )
  const facetColumn = columns.find(({ isFacet }) => isFacet)

  const view: ListView<Row> = {
    rows: rows && listRows(rows, rowKey),
    criteria: JSON.stringify(wanted),
    sortKeys: columns.filter(({ value, isUnsorted }) => value && !isUnsorted).map(({ key }) => key),
    facets: facetColumn ? countFacets(found, facetColumn) : [],
    isEmpty: items?.length === 0,
    total: found.length,
    want({ sort: by, facet: value, find: words }) {
      const next: ListCriteria = { sort: by, facet: value, find: words }
      if (JSON.stringify(next) !== JSON.stringify(wanted)) setWanted(next)
    },
    preloadRows() {},
    shows: (criteria) =>
      JSON.stringify(wanted) ===
      JSON.stringify({ sort: criteria.sort, facet: criteria.facet, find: criteria.find }),
    async findPlace(key) {
      const place = rows?.findIndex((row) => rowKey(row) === key) ?? -1
      return place < 0 ? null : place
    },
  }
  const shownData = rows && { pages: [{ items: rows, total: rows.length, nextCursor: null }] }
  return <ConsoleTable {...props} view={view} query={{ ...query, data: shownData, hasNextPage: false }} />
}
