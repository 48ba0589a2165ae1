import { getUtcDay } from '../../../contract/calendar-day.ts'
import { choiceFacts } from '../../../contract/cars/car-choices.ts'
import { facetNames, isFacetChoice, type FacetName } from '../../../contract/cars/car-facets.ts'
import type { CarFacets, CarFilters } from '../../../contract/cars/car-search.ts'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { priceLabels } from '../../../contract/cars/price-labels.ts'
import { MM_PER_MILE } from '../../../contract/cars/mileage.ts'
import type { Db } from '../../db/tables.ts'
import type { ApiResponse, Call } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { getAudience } from '../../actor.ts'
import { assertNoErrors } from '../../http/validate.ts'
import { listActiveFilters, type DatedFilters } from '../../search/car-filters.ts'
import type { CarCounts } from '../../search/count-cars.ts'
import { listShownCategories } from '../categories/category.repository.ts'
import { toCanonicalFilters } from './canonical-filters.ts'
import { findListedCars, readListedCars } from './car-lists.repository.ts'
import { addDistance } from './car.wire.ts'
import { toPriceHistogram } from './price-histogram.ts'

export async function listCars({
  ctx,
  actor,
  query: requestedQuery,
  req,
}: Call<'listCars'>): Promise<ApiResponse<EndpointOutput<'listCars'>>> {
  const query = await acceptFilters(ctx.db, requestedQuery)
  const { items: numbers, next, total } = await findListedCars(ctx, query)
  const cars = await ctx.cachedCars.read(numbers, getAudience(actor), (missing) =>
    readListedCars(ctx.db, missing),
  )
  const items = query.near === undefined ? cars : cars.map((car) => addDistance(car, query.near!))
  // Shared responses are cached by the make in the URL and invalidated when a car of that make changes. A
  // response for another spelling is therefore not shared.
  const isShared = query.category_name === requestedQuery.category_name
  return pageResponse({ items, next, total }, req, (car) => car, { isShared })
}

export async function getCarFacets({ ctx, query }: Call<'getCarFacets'>): Promise<CarFacets> {
  const filters = { ...(await acceptFilters(ctx.db, query)), today: getUtcDay(ctx.now()) }
  const brands = (await listShownCategories(ctx.db)).map(({ name }) => name)
  const { total, facets, ranges, distance, prices, additionalByFilter } = await ctx.search.count(filters)
  return {
    total,
    ...facetOptions(facets, filters, brands),
    price: toPriceHistogram(prices),
    ...ranges,
    mileage: distance && {
      min: Math.floor(distance.min / MM_PER_MILE),
      max: Math.ceil(distance.max / MM_PER_MILE),
    },
    relax: total > 0 ? [] : findFiltersToRelax(filters, additionalByFilter),
  }
}

function findFiltersToRelax(
  filters: DatedFilters,
  additionalByFilter: CarCounts['additionalByFilter'],
): CarFacets['relax'] {
  return listActiveFilters(filters)
    .map((filter) => ({ filter, total: additionalByFilter[filter] ?? 0 }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
}

/**
 * Converts requested filters to their canonical form.
 * @throws ProblemError `invalid-input` if a make or the ZIP code does not exist
 */
async function acceptFilters<F extends CarFilters>(db: Db, requestedFilters: F): Promise<F> {
  const { filters, errors } = await toCanonicalFilters(db, requestedFilters)
  assertNoErrors(errors)
  return filters
}

/**
 * Maximum number of models among the facet options, most frequent first. A make may have hundreds; the others
 * can be found by search terms.
 */
const MAX_MODELS = 60

/**
 * Returns each facet's options with the number of cars that each would show. Makes and fixed options are
 * returned even without cars. Models and numbers are returned only if a car has them or they are selected. A
 * facet that was not counted has no options.
 */
function facetOptions(
  facets: CarCounts['facets'],
  filters: CarFilters,
  brands: readonly string[],
): Pick<CarFacets, FacetName> {
  const options = (name: FacetName) => {
    const counts = facets[name]
    if (counts === undefined) return []
    const countByValue = new Map([...counts].map(([value, count]) => [String(value ?? ''), count]))
    return listFacetValues(name, countByValue, filters, brands).map((value) => ({
      value,
      count: countByValue.get(value) ?? 0,
    }))
  }
  return Object.fromEntries(facetNames.map((name) => [name, options(name)])) as Pick<CarFacets, FacetName>
}

function listFacetValues(
  name: FacetName,
  countByValue: ReadonlyMap<string, number>,
  filters: CarFilters,
  brands: readonly string[],
): readonly string[] {
  if (isFacetChoice(name)) return choiceFacts[name].options
  if (name === 'label') return priceLabels
  const chosen = filters[name] ?? []
  if (name === 'brand') return [...new Set([...brands, ...chosen])]
  const values = [...countByValue.keys()].filter((value) => value !== '')
  if (name === 'model') return listFrequent(values, chosen, countByValue)
  return [...new Set([...values, ...chosen])].sort((a, b) => Number(a) - Number(b))
}

/** Returns the most frequent values and the chosen ones, in natural sort order. */
function listFrequent(
  values: string[],
  chosen: readonly string[],
  countByValue: ReadonlyMap<string, number>,
): string[] {
  const countOf = (value: string) => countByValue.get(value) ?? 0
  const mostFrequent = values.sort((a, b) => countOf(b) - countOf(a)).slice(0, MAX_MODELS)
  return [...new Set([...mostFrequent, ...chosen])].sort(byName)
}

const byName = new Intl.Collator('en', { numeric: true }).compare
