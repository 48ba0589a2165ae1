import type { CarFacets, FacetName } from '../../../contract/car-search.ts'
import { chosenIn, type Filters } from './search-filters.ts'

/** A choice, and how many cars it would show where that is known. */
export interface FacetOption {
  value: string
  count: number | null
}

type FacetOptions = Pick<CarFacets, 'price' | 'year' | 'mileage'> & Record<FacetName, FacetOption[]>

/** What is left to choose while the counts do not come: what is chosen already, to take it away. */
export function uncountedFacets(filters: Filters): FacetOptions {
  const chosen = (facet: FacetName) => chosenIn(filters, facet).map((value) => ({ value, count: null }))
  return {
    brand: chosen('brand'),
    fuel: chosen('fuel'),
    body: chosen('body'),
    transmission: chosen('transmission'),
    condition: chosen('condition'),
    price: null,
    year: null,
    mileage: null,
  }
}
