import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { carsApi } from '../cars/cars.api.ts'
import { toSort, type CarSort } from './SortSelect.tsx'
import { readFilters, toSearch, type Filters } from './search-filters.ts'

/** Number of cars per page. */
export const PAGE = 24
/**
 * The seconds until results are stale, because other users buy and sell. Stale results stay visible during a
 * refetch.
 */
const FRESH_SECONDS = 15

export type CarSearch = ReturnType<typeof useSearch>

/** Returns the search that the URL describes: its filters, cars, and facets, and functions to change it. */
export function useSearch(category?: string) {
  const [search, setAddress] = useAddress()
  const filters = readFilters(search)
  const sort = toSort(search.get('sort'), filters)
  const calls = callsOf(filters, sort, category)
  const options = { refetchOnMountOrArgChange: FRESH_SECONDS }
  const cars = carsApi.useListCarsInfiniteQuery(calls.cars, options)
  const facets = carsApi.useGetCarFacetsQuery(calls.facets, options)

  return {
    category,
    filters,
    sort,
    cars,
    /** The previous counts stay until the new ones arrive. */
    facets: facets.data,
    facetsError: facets.error,
    /** True if the cars still belong to the previous filters. */
    isStale: cars.isFetching && cars.currentData === undefined && cars.data !== undefined,
    /**
     * Applies filters as a new history entry, or replaces the last entry if they continue it, as typing does.
     */
    setFilters: (next: Filters, { replace = false } = {}) =>
      setAddress(toSearch(next, search.get('sort') ?? undefined), replace),
    setSort: (next: CarSort) => setAddress(toSearch(filters, next), false),
    retry: () => {
      void cars.refetch()
      void facets.refetch()
    },
  }
}

/** Returns the API calls for the search that a URL describes. */
export function buildSearchCalls(search: URLSearchParams) {
  const filters = readFilters(search)
  return callsOf(filters, toSort(search.get('sort'), filters))
}

function callsOf(filters: Filters, sort: CarSort, category?: string) {
  const query = { category_name: category, ...filters }
  return { cars: { query: { ...query, sort, limit: PAGE } }, facets: { query } }
}

/**
 * Returns the URL's query, including a change that the router has not applied yet. A checkbox therefore
 * responds immediately, and a second click builds on the first.
 */
function useAddress() {
  const [search, setSearch] = useSearchParams()
  const [pendingSearch, setPendingSearch] = useState<URLSearchParams | null>(null)
  const [lastSearch, setArrived] = useState(search)
  if (lastSearch !== search) {
    setArrived(search)
    setPendingSearch(null)
  }

  // The router reports no change if the user goes back before it applies one, so the pending change is
  // dropped here.
  useEffect(() => {
    const drop = () => setPendingSearch(null)
    addEventListener('popstate', drop)
    return () => removeEventListener('popstate', drop)
  }, [])

  function setAddress(next: URLSearchParams, replace: boolean) {
    setPendingSearch(next)
    setSearch(next, { replace })
  }
  return [pendingSearch ?? search, setAddress] as const
}
