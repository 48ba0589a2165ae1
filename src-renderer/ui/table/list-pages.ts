import type { EndpointInput } from '../../../contract/api/endpoints.ts'
import type { EndpointName } from '../../../contract/api/paths.ts'
import type { Sort, Wanted } from './list-view.ts'

/** How many rows one call reads. */
export const PAGE_ROWS = 100

/** A list as the server arranges it: what one of its calls sends, but for the place. */
export interface ListQuery {
  sort?: string | undefined
}

/** Of a call of the contract. */
export type ListOf<K extends EndpointName> =
  EndpointInput<K> extends { query: infer Query }
    ? Omit<Query, 'offset' | 'from' | 'limit' | 'cursor'>
    : never

/** A page of it; it is one call's query. */
export type PageQuery<List extends ListQuery> = List & { offset: number; limit: number }

/** What begins with one row, wherever that stands. */
export type RowQuery<List extends ListQuery> = List & { from: string; limit: number }

/** A column's orders, in the contract's words. */
export type SortNames<Name extends string> = Readonly<Record<string, readonly [up: Name, down: Name]>>

/** By when its rows came to be. */
export const byAge = ['oldest', 'newest'] as const

/** A field's, where the contract has it under the same name up and down. */
export function byField<const Field extends string>(field: Field): readonly [Field, `-${Field}`] {
  return [field, `-${field}`]
}

/** The newest first, unless it is sorted by a column that the table has. */
export function sortName<Name extends string>(names: SortNames<Name>, sort: Sort | null): Name | 'newest' {
  return (sort && names[sort.key]?.[Number(sort.isDescending)]) ?? 'newest'
}

/** A column sorts up, down, and not at all. */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, isDescending: false }
  return sort.isDescending ? null : { key, isDescending: true }
}

export function directionOf(sort: Sort | null, key: string) {
  if (sort?.key !== key) return undefined
  return sort.isDescending ? 'descending' : 'ascending'
}

/** Words as calls send them; none are left out. */
export function wordsOf(find: string, max = 200): string | undefined {
  return find.trim().slice(0, max) || undefined
}

/** The pages that hold the rows in sight; none where none are. */
export function pagesInSight<List extends ListQuery>(
  list: List,
  { first, end }: Pick<Wanted, 'first' | 'end'>,
): PageQuery<List>[] {
  const from = Math.floor(first / PAGE_ROWS)
  const to = Math.ceil(end / PAGE_ROWS)
  return Array.from({ length: to - from }, (_, place) => ({
    ...list,
    offset: (from + place) * PAGE_ROWS,
    limit: PAGE_ROWS,
  }))
}

export function isSameList(a: ListQuery, b: ListQuery): boolean {
  return isSameFilter(a, b) && a.sort === b.sort
}

/** Whether both hold the same rows, in whichever order. */
export function isSameFilter(a: ListQuery, b: ListQuery): boolean {
  return filterOf(a) === filterOf(b)
}

function filterOf(list: ListQuery): string {
  const places = ['sort', 'offset', 'limit']
  return JSON.stringify(
    Object.entries(list)
      .filter(([name, value]) => value !== undefined && !places.includes(name))
      .sort(),
  )
}
