import {
  facetNames,
  type CarFacets,
  type CarFilters,
  type FacetName,
  type FilterName,
} from '../../../contract/car-search.ts'
import { bodies, conditions, fuels, transmissions } from '../../../contract/car-choices.ts'
import type { Car } from '../../../contract/cars.ts'
import type { Db } from '../../db/tables.ts'
import { refuse } from '../../http/find-faults.ts'
import type { Answer, Call } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { audienceOf } from '../../http/ready-answers.ts'
import { listCategories } from '../categories/category.repository.ts'
import { countByKind, countByPrice, getMileages, type CountedKind } from './car-facets.repository.ts'
import { findCategoryFaults } from './car-faults.ts'
import { kindFiltersAgainst, setFilters } from './car-filters.ts'
import { countFoundCars, listListedCars } from './car-lists.repository.ts'
import { toPriceHistogram } from './price-histogram.ts'
import { toCar } from './stored-car.ts'

export async function listCars({ ctx, actor, query, req }: Call<'listCars'>): Promise<Answer<Car[]>> {
  refuse(await findCategoryFaults(ctx.db, query))
  const page = await listListedCars(ctx.db, query)
  const items = page.items.map((car) => toCar(car, audienceOf(actor), ctx.config))
  return pageAnswer({ ...page, items }, req)
}

export async function getCarFacets({ ctx, query: filters }: Call<'getCarFacets'>): Promise<CarFacets> {
  refuse(await findCategoryFaults(ctx.db, filters))
  const brands = (await listCategories(ctx.db)).map(({ category_name: name }) => name)
  const kinds = await countByKind(ctx.db, filters)
  const prices = await countByPrice(ctx.db, filters)
  const mileages = await getMileages(ctx.db, filters)
  const counts = countFacets(filters, kinds, {
    brand: brands,
    fuel: fuels,
    body: bodies,
    transmission: transmissions,
    condition: conditions,
  })
  const withoutPrice = prices.reduce((sum, { count }) => sum + count, 0)
  const known = { ...counts.alone, price: withoutPrice, mileage: mileages.count }
  return {
    total: counts.total,
    ...counts.facets,
    price: toPriceHistogram(prices),
    year: counts.year,
    mileage:
      mileages.least === null || mileages.most === null
        ? null
        : { min: Math.floor(mileages.least), max: Math.ceil(mileages.most) },
    relax: counts.total > 0 ? [] : await findFiltersToRelax(ctx.db, filters, known),
  }
}

type Options = Record<FacetName, readonly string[]>

/** A kind counts for everything if no filter is against it, and for one facet if only that one's filter is. */
function countFacets(filters: CarFilters, kinds: readonly CountedKind[], options: Options) {
  const facets = Object.fromEntries(
    facetNames.map((name) => [name, options[name].map((value) => ({ value, count: 0 }))]),
  ) as Pick<CarFacets, FacetName>
  /** What the search would find without one of its filters. */
  const alone: Partial<Record<FilterName, number>> = {}
  let total = 0
  const years: number[] = []
  for (const kind of kinds) {
    const [against, ...more] = kindFiltersAgainst(filters, kind)
    if (more.length > 0) continue
    if (against === undefined) total += kind.count
    else alone[against] = (alone[against] ?? 0) + kind.count
    for (const name of facetNames) {
      if (against !== undefined && against !== name) continue
      const value = name === 'brand' ? kind.category_name : kind[name]
      const option = facets[name].find((option) => option.value === value)
      if (option) option.count += kind.count
    }
    if (kind.year > 0 && (against === undefined || against === 'year')) years.push(kind.year)
  }
  const year = years.length > 0 ? { min: Math.min(...years), max: Math.max(...years) } : null
  return { facets, alone, total, year }
}

/** @param known the totals that are known without counting; the filters that look at words are counted here. */
async function findFiltersToRelax(
  db: Db,
  filters: CarFilters,
  known: Partial<Record<FilterName, number>>,
): Promise<CarFacets['relax']> {
  const relax: CarFacets['relax'] = []
  for (const filter of setFilters(filters)) {
    const isCounted = filter === 'q' || filter === 'place' || filter === 'featured'
    const total = isCounted ? await countFoundCars(db, filters, [filter]) : (known[filter] ?? 0)
    if (total > 0) relax.push({ filter, total })
  }
  return relax.sort((a, b) => b.total - a.total)
}
