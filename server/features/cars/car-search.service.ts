import type { CarFacets, CarFilters } from '../../../contract/car-search.ts'
import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { MM_A_MILE } from '../../../contract/mileage.ts'
import type { Answer, Call } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { audienceOf } from '../../http/audience.ts'
import { setFilters } from '../../search/car-filters.ts'
import type { CarCounts } from '../../search/count-cars.ts'
import { listShownCategories } from '../categories/category.repository.ts'
import { acceptFilters } from './accept-filters.ts'
import { findListedCars, readListedCars } from './car-lists.repository.ts'
import { facetOptions } from './facet-options.ts'
import { toPriceHistogram } from './price-histogram.ts'

export async function listCars({
  ctx,
  actor,
  query: asked,
  req,
}: Call<'listCars'>): Promise<Answer<EndpointOutput<'listCars'>>> {
  const query = await acceptFilters(ctx.db, asked)
  const { items: numbers, next, total } = await findListedCars(ctx, query)
  const items = await ctx.cachedCars.read(numbers, audienceOf(actor), (missing) =>
    readListedCars(ctx.db, missing),
  )
  // An answer is cached by the make in the URL, and dropped when a car of the make with that name changes.
  const isShared = query.category_name === asked.category_name
  return pageAnswer({ items, next, total }, req, (car) => car, { isShared })
}

export async function getCarFacets({ ctx, query }: Call<'getCarFacets'>): Promise<CarFacets> {
  const filters = await acceptFilters(ctx.db, query)
  const brands = (await listShownCategories(ctx.db)).map(({ name }) => name)
  const { total, facets, ranges, distance, prices, alone } = await ctx.search.count(filters)
  return {
    total,
    ...facetOptions(facets, filters, brands),
    price: toPriceHistogram(prices),
    ...ranges,
    mileage: distance && {
      min: Math.floor(distance.min / MM_A_MILE),
      max: Math.ceil(distance.max / MM_A_MILE),
    },
    relax: total > 0 ? [] : findFiltersToRelax(filters, alone),
  }
}

function findFiltersToRelax(filters: CarFilters, alone: CarCounts['alone']): CarFacets['relax'] {
  return setFilters(filters)
    .map((filter) => ({ filter, total: alone[filter] ?? 0 }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
}
