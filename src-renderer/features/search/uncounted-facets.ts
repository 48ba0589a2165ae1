import { facetNames, type FacetName } from '../../../contract/cars/car-facets.ts'
import { eachRangeNumber, type RangeName } from '../../../contract/cars/car-numbers.ts'
import type { CarFacets } from '../../../contract/cars/car-search.ts'
import { chosenIn, type Filters } from './search-filters.ts'

/** A choice and the number of cars that it would show; null if the number is unknown. */
export interface FacetOption {
  value: string
  count: number | null
}

type FacetOptions = Pick<CarFacets, RangeName> & Record<FacetName, FacetOption[]>

/**
 * Returns the choices to offer while the counts are unavailable: only the active ones, which the user must be
 * able to remove.
 */
export function uncountedFacets(filters: Filters): FacetOptions {
  const chosen = (facet: FacetName) => chosenIn(filters, facet).map((value) => ({ value, count: null }))
  return {
    ...(Object.fromEntries(facetNames.map((name) => [name, chosen(name)])) as Record<
      FacetName,
      FacetOption[]
    >),
    price: null,
    ...eachRangeNumber(() => null),
  }
}
