import { carsApi } from './cars.api.ts'
import type { CarSort } from './SortSelect.tsx'

const PAGE = 24

export type CarsQuery = ReturnType<typeof useCars>

/** The market's cars, a page at a time. Fetched anew when one arrives: others buy meanwhile. */
export function useCars({ category, sort }: { category: string | undefined; sort: CarSort }) {
  return carsApi.useListCarsInfiniteQuery(
    { query: { category_name: category, sort, limit: PAGE } },
    { refetchOnMountOrArgChange: 15 },
  )
}
