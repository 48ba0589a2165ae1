import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { carsApi } from '../cars/cars.api.ts'
import { toSort, type CarSort } from './SortSelect.tsx'
import { readFilters, toSearch, type Filters } from './search-filters.ts'

/** Cars that come at once. */
export const PAGE = 24
/** Others buy and sell meanwhile: what is older is asked for anew when one comes back to it, and shown until then. */
const FRESH_SECONDS = 15

export type CarSearch = ReturnType<typeof useSearch>

/** The search that the address describes: its filters, cars and facets, and the ways to change it. */
export function useSearch(category?: string) {
  const [search, go] = useAddress()
  const filters = readFilters(search)
  const sort = toSort(search.get('sort'), Boolean(filters.q))
  const asked = callsOf(filters, sort, category)
  const options = { refetchOnMountOrArgChange: FRESH_SECONDS }
  const cars = carsApi.useListCarsInfiniteQuery(asked.cars, options)
  const facets = carsApi.useGetCarFacetsQuery(asked.facets, options)

  return {
    category,
    filters,
    sort,
    cars,
    /** The last ones stay while the next come. */
    facets: facets.data,
    facetsError: facets.error,
    /** What is shown belongs to the filters before. */
    isStale: cars.isFetching && cars.currentData === undefined && cars.data !== undefined,
    /** A step in the history of its own, unless it goes on with the last one, as typing does. */
    setFilters: (next: Filters, { replace = false } = {}) =>
      go(toSearch(next, search.get('sort') ?? undefined), replace),
    setSort: (next: CarSort) => go(toSearch(filters, next), false),
    retry: () => {
      void cars.refetch()
      void facets.refetch()
    },
  }
}

/** What is read for the search that an address describes. */
export function searchCalls(search: URLSearchParams) {
  const filters = readFilters(search)
  return callsOf(filters, toSort(search.get('sort'), Boolean(filters.q)))
}

function callsOf(filters: Filters, sort: CarSort, category?: string) {
  const query = { category_name: category, ...filters }
  return { cars: { query: { ...query, sort, limit: PAGE } }, facets: { query } }
}

/**
 * The address's query, ahead of the router by the moment that it takes to get there: a box is ticked at once, and a
 * second click builds on the first.
 */
function useAddress() {
  const [search, setSearch] = useSearchParams()
  const [ahead, setAhead] = useState<URLSearchParams | null>(null)
  const [arrived, setArrived] = useState(search)
  if (arrived !== search) {
    setArrived(search)
    setAhead(null)
  }

  // Who goes back before it has got there returns to the query that never left: nothing arrives then.
  useEffect(() => {
    const drop = () => setAhead(null)
    addEventListener('popstate', drop)
    return () => removeEventListener('popstate', drop)
  }, [])

  function go(next: URLSearchParams, replace: boolean) {
    setAhead(next)
    setSearch(next, { replace })
  }
  return [ahead ?? search, go] as const
}
