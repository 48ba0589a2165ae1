import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState } from 'react'
import { keptStates, type Car } from '../../../contract/cars.ts'
import type { ListRows } from '../../ui/list-rows.ts'
import { stateWords } from '../../../contract/state-words.ts'
import type { PagedQuery } from '../../ui/PagedTable.tsx'
import type { PlacedList, Wanted } from '../../ui/placed-list.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { sumListed } from './sum-listed.ts'
import { useCountAllCarsQuery } from './cars.api.ts'
import {
  carListOf,
  isSameFilter,
  isSameList,
  PAGE_ROWS,
  pagesInSight,
  type CarList,
  type CarPage,
} from './placed-pages.ts'
import { useCarPages, type ReadPage } from './use-car-pages.ts'

const TYPING_MS = 200
const SCROLLING_MS = 60
/** How far a list is read from its beginning where all of it is asked for. */
const MAX_AHEAD = 20

export interface PlacedCars {
  /** The list as far as it has been read from its beginning without a gap. */
  query: PagedQuery<Car>
  /** All that have been read, those of the arrangement before too, each once. */
  items: Car[]
  placed: PlacedList<Car>
}

/** Cars by their places, as the server arranges them. Nothing is read before a table wants some of it. */
export function usePlacedCars(own: Pick<CarList, 'mine'>): PlacedCars {
  const [wanted, setWanted] = useState<Wanted>(NOTHING)
  // While a list flies by, its pages are not asked for.
  const settled = useSettled(wanted, SCROLLING_MS)
  const sight = settled === NOTHING ? wanted : settled
  const find = useSettled(wanted.find, TYPING_MS)
  const list = carListOf({ ...wanted, find }, own)
  const [lastShown, setShown] = useState(list)
  const [ahead, setAhead] = useState({ list, pages: 0 })
  const [kept, setKept] = useState<CarPage[]>([])

  const read = useCarPages(
    uniquePages([
      ...pagesInSight(list, sight),
      ...pagesInSight(lastShown, sight),
      ...(isSameList(ahead.list, list) ? pagesInSight(list, { first: 0, end: ahead.pages * PAGE_ROWS }) : []),
      ...kept,
    ]),
  )
  // Until rows of another arrangement are there, those of the one before stay.
  const isThere = read.some(({ page, cars }) => cars && isSameList(page, list))
  if (isThere && !isSameList(lastShown, list)) setShown(list)
  const shown = isThere ? list : lastShown
  const pages = read.filter(({ page, cars }) => cars && isSameList(page, shown))
  const total = useKnownTotal(shown, pages[0]?.total ?? null)
  const { data: counts } = useCountAllCarsQuery(
    wanted === NOTHING ? skipToken : { query: { ...own, q: list.q } },
  )

  function want({ first, end, ...others }: Wanted) {
    const next = {
      ...others,
      first: first - (first % PAGE_ROWS),
      end: Math.ceil(end / PAGE_ROWS) * PAGE_ROWS,
    }
    if (JSON.stringify(next) === JSON.stringify(wanted)) return
    setWanted(next)
    const keys = new Set(next.kept)
    setKept(read.filter(({ cars }) => cars?.some(({ _id }) => keys.has(_id))).map(({ page }) => page))
  }

  const beginning = readFromStart(pages)
  const found = read.filter(({ page }) => isSameFilter(page, shown))
  return {
    items: uniqueCars([...found, ...read]),
    query: {
      data: total === null ? undefined : { pages: [{ items: beginning, total, nextCursor: null }] },
      error: read.find(({ error }) => error)?.error,
      isFetching: read.some(({ isFetching }) => isFetching),
      isFetchingNextPage: false,
      isFetchNextPageError: false,
      hasNextPage: beginning.length < Math.min(total ?? 0, MAX_AHEAD * PAGE_ROWS),
      fetchNextPage: () => setAhead({ list, pages: Math.floor(beginning.length / PAGE_ROWS) + 1 }),
      refetch: () => read.forEach(({ refetch }) => refetch()),
    },
    placed: {
      rows: total === null ? undefined : placedRows(pages, total, found),
      arrangement: JSON.stringify(shown),
      facets: keptStates.map((state) => [stateWords[state], counts?.[state] ?? 0]),
      total: counts ? sumListed(counts, own) : 0,
      isCut: (total ?? 0) > MAX_AHEAD * PAGE_ROWS,
      want,
    },
  }
}

/** While one has gone where nothing is read yet, a list is as long as it was. */
function useKnownTotal(list: CarList, read: number | null): number | null {
  const [known, setKnown] = useState({ list, total: read })
  const isKnown = isSameList(known.list, list)
  if (read !== null && !(isKnown && known.total === read)) setKnown({ list, total: read })
  return read ?? (isKnown ? known.total : null)
}

const NOTHING: Wanted = { sort: null, facet: null, find: '', first: 0, end: 0, kept: [] }

/** @param found pages of the same cars, in other orders too */
function placedRows(pages: readonly ReadPage[], count: number, found: readonly ReadPage[]): ListRows<Car> {
  const carsAt = new Map(pages.map(({ page, cars }) => [page.offset, cars!]))
  return {
    count,
    at(index) {
      const offset = index - (index % PAGE_ROWS)
      return carsAt.get(offset)?.[index - offset]
    },
    indexOf(key) {
      for (const [offset, cars] of carsAt) {
        const index = cars.findIndex(({ _id }) => _id === key)
        if (index >= 0) return offset + index
      }
      return -1
    },
    read: uniqueCars(found),
  }
}

function readFromStart(pages: readonly ReadPage[]): Car[] {
  const carsAt = new Map(pages.map(({ page, cars }) => [page.offset, cars!]))
  const cars: Car[] = []
  for (let offset = 0; carsAt.has(offset); offset += PAGE_ROWS) cars.push(...carsAt.get(offset)!)
  return cars
}

function uniqueCars(pages: readonly ReadPage[]): Car[] {
  const cars = new Map<string, Car>()
  for (const car of pages.flatMap((page) => page.cars ?? [])) if (!cars.has(car._id)) cars.set(car._id, car)
  return [...cars.values()]
}

function uniquePages(pages: readonly CarPage[]): CarPage[] {
  return [...new Map(pages.map((page) => [JSON.stringify(page), page])).values()]
}
