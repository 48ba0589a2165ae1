import { facetNames, type FacetName } from '../../../contract/cars/car-facets.ts'
import { mapRangeNumbers, type RangeName } from '../../../contract/cars/car-numbers.ts'
import type { CarFacets } from '../../../contract/cars/car-search.ts'
import { getChosenValues, type Filters } from './search-filters.ts'

/** A choice and its number of cars, or null if the number is unknown. */
export interface FacetOption {
  value: string
  count: number | null
}

type FacetOptions = Pick<CarFacets, RangeName> & Record<FacetName, FacetOption[]>

/**
 * Returns the choices while counts are unavailable: only the active ones, which the user must be able to
 * remove.
 */
export function listUncountedFacets(filters: Filters): FacetOptions {
  const listActive = (facet: FacetName) =>
    getChosenValues(filters, facet).map((value) => ({ value, count: null }))
  return {
    ...(Object.fromEntries(facetNames.map((name) => [name, listActive(name)])) as Record<
      FacetName,
      FacetOption[]
    >),
    price: null,
    ...mapRangeNumbers(() => null),
  }
}
