import type { EndpointInput } from '../../../contract/api/endpoints.ts'
import type { EndpointName } from '../../../contract/api/paths.ts'
import type { Sort, RowRequest } from './list-view.ts'

export const PAGE_ROWS = 100

/** The part of a list request that selects and sorts the rows, without the page. */
export interface ListQuery {
  sort?: string | undefined
}

/** The list query of a contract endpoint. */
export type ListOf<K extends EndpointName> =
  EndpointInput<K> extends { query: infer Query }
    ? Omit<Query, 'offset' | 'from' | 'limit' | 'cursor'>
    : never

export type PageQuery<List extends ListQuery> = List & { offset: number; limit: number }

/** The query for the rows that start at a given row, at any position in the list. */
export type RowQuery<List extends ListQuery> = List & { from: string; limit: number }

/** The contract's names for each column's ascending and descending sort order. */
export type SortNames<Name extends string> = Readonly<Record<string, readonly [up: Name, down: Name]>>

/** The sort orders by creation time. */
export const byAge = ['oldest', 'newest'] as const

/**
 * Returns a field's sort order names. The ascending order has the field's name, and the descending
 * order has a leading `-`.
 */
export function listFieldSorts<const Field extends string>(field: Field): readonly [Field, `-${Field}`] {
  return [field, `-${field}`]
}

/** Returns the sort order's name, or `newest` unless the list is sorted by a known column. */
export function getSortName<Name extends string>(names: SortNames<Name>, sort: Sort | null): Name | 'newest' {
  return (sort && names[sort.key]?.[Number(sort.isDescending)]) ?? 'newest'
}

/** Returns a column's next sort state: ascending, then descending, then unsorted. */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, isDescending: false }
  return sort.isDescending ? null : { key, isDescending: true }
}

export function getSortDirection(sort: Sort | null, key: string) {
  if (sort?.key !== key) return undefined
  return sort.isDescending ? 'descending' : 'ascending'
}

/** Returns the search text as requests send it, or undefined if it is empty. */
export function toSearchText(find: string, max = 200): string | undefined {
  return find.trim().slice(0, max) || undefined
}

export function listVisiblePages<List extends ListQuery>(
  list: List,
  { first, end }: Pick<RowRequest, 'first' | 'end'>,
): PageQuery<List>[] {
  const firstPage = Math.floor(first / PAGE_ROWS)
  const to = Math.ceil(end / PAGE_ROWS)
  return Array.from({ length: to - firstPage }, (_, pageIndex) => ({
    ...list,
    offset: (firstPage + pageIndex) * PAGE_ROWS,
    limit: PAGE_ROWS,
  }))
}

export function isSameList(a: ListQuery, b: ListQuery): boolean {
  return isSameFilter(a, b) && a.sort === b.sort
}

/** Reports whether both queries select the same rows, in any order. */
export function isSameFilter(a: ListQuery, b: ListQuery): boolean {
  return serializeFilters(a) === serializeFilters(b)
}

function serializeFilters(list: ListQuery): string {
  const places = ['sort', 'offset', 'limit']
  return JSON.stringify(
    Object.entries(list)
      .filter(([name, value]) => value !== undefined && !places.includes(name))
      .sort(),
  )
}
