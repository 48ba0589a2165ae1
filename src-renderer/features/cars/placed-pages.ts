import { keptStates, type KeptSort, type KeptState } from '../../../contract/cars.ts'
import { stateWords } from '../../../contract/state-words.ts'
import type { Arrangement, Wanted } from '../../ui/placed-list.ts'

/** How many rows one call reads. */
export const PAGE_ROWS = 100

/** All cars, or one's own, as the server arranges them. */
export interface CarList {
  mine?: '1'
  q: string
  state?: KeptState
  sort: KeptSort
}

/** A page of them; it is one call's query. */
export interface CarPage extends CarList {
  offset: number
  limit: number
}

const sorts: Record<string, readonly [up: KeptSort, down: KeptSort]> = {
  model: ['name', '-name'],
  availability: ['state', '-state'],
  price: ['price', '-price'],
  listed: ['oldest', 'newest'],
}

/** As a table of cars would have them; a sort or a value that it does not have any more is left out. */
export function carListOf({ sort, facet, find }: Arrangement, own: Pick<CarList, 'mine'>): CarList {
  const state = keptStates.find((name) => stateWords[name] === facet)
  return {
    ...own,
    q: find.trim().slice(0, 200),
    ...(state && { state }),
    sort: (sort && sorts[sort.key]?.[Number(sort.isDescending)]) ?? 'newest',
  }
}

/** The pages that hold the rows in sight; none where none are. */
export function pagesInSight(list: CarList, { first, end }: Pick<Wanted, 'first' | 'end'>): CarPage[] {
  const from = Math.floor(first / PAGE_ROWS)
  const to = Math.ceil(end / PAGE_ROWS)
  return Array.from({ length: to - from }, (_, place) => ({
    ...list,
    offset: (from + place) * PAGE_ROWS,
    limit: PAGE_ROWS,
  }))
}

export function isSameList(a: CarList, b: CarList): boolean {
  return isSameFilter(a, b) && a.sort === b.sort
}

/** Whether both hold the same cars, in whichever order. */
export function isSameFilter(a: CarList, b: CarList): boolean {
  return a.mine === b.mine && a.q === b.q && a.state === b.state
}
