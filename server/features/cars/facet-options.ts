import { choiceFacts } from '../../../contract/car-choices.ts'
import { facetNames, isFacetChoice, type FacetName } from '../../../contract/car-facets.ts'
import type { CarFacets, CarFilters } from '../../../contract/car-search.ts'
import type { CarCounts } from '../../search/count-cars.ts'

/** A make may have hundreds; the rest is found by its words. */
const MAX_MODELS = 60

/**
 * Returns the options of each facet with the number of cars each would show. Makes and words are listed even without
 * cars; models and figures if at least one car has them or they are chosen. A facet that was not counted has no options.
 */
export function facetOptions(
  facets: CarCounts['facets'],
  filters: CarFilters,
  brands: readonly string[],
): Pick<CarFacets, FacetName> {
  const options = (name: FacetName) => {
    const counts = facets[name]
    if (counts === undefined) return []
    const known = new Map([...counts].map(([value, count]) => [String(value ?? ''), count]))
    return valuesOf(name, known, filters, brands).map((value) => ({ value, count: known.get(value) ?? 0 }))
  }
  return Object.fromEntries(facetNames.map((name) => [name, options(name)])) as Pick<CarFacets, FacetName>
}

function valuesOf(
  name: FacetName,
  known: ReadonlyMap<string, number>,
  filters: CarFilters,
  brands: readonly string[],
): readonly string[] {
  if (isFacetChoice(name)) return choiceFacts[name].options
  const chosen = filters[name] ?? []
  if (name === 'brand') return [...new Set([...brands, ...chosen])]
  const found = [...known.keys()].filter((value) => value !== '')
  if (name === 'model') return frequent(found, chosen, known)
  return [...new Set([...found, ...chosen])].sort((a, b) => Number(a) - Number(b))
}

/** The most frequent, and those that are chosen, as people sort them. */
function frequent(found: string[], chosen: readonly string[], known: ReadonlyMap<string, number>): string[] {
  const countOf = (value: string) => known.get(value) ?? 0
  const most = found.sort((a, b) => countOf(b) - countOf(a)).slice(0, MAX_MODELS)
  return [...new Set([...most, ...chosen])].sort(byName)
}

const byName = new Intl.Collator('en', { numeric: true }).compare
