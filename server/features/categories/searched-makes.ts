import type { Db } from '../../db/tables.ts'
import type { CarFilters } from '../../../contract/cars/car-search.ts'
import { listMakeNames } from './former-makes.repository.ts'
import { indexMakes, makeKey } from '../../../contract/cars/make-names.ts'

/** Returns the make for each name that is not a make's own: a former name, another spelling, or an alias. */
export async function findPresentMakes(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const knownNames = await listMakeNames(db)
  const exact = new Map(knownNames.map(({ name, make }) => [name, make]))
  const makes = indexMakes(knownNames)
  return new Map(
    names.flatMap((name) => {
      const make = exact.get(name) ?? makes.get(makeKey(name))
      return make === undefined || make === name ? [] : [[name, make] as const]
    }),
  )
}

/** Returns a car's values with another spelling or an alias replaced by the make's own name. */
export async function restoreOwnMakeName<T extends { category_name?: string | undefined }>(
  db: Db,
  values: T,
): Promise<T> {
  const { category_name: make } = await restoreOwnMakeNames(db, { category_name: values.category_name })
  return make === undefined ? values : { ...values, category_name: make }
}

/**
 * Returns the filters with other spellings and aliases replaced by the makes' own names: `Škoda` for `skoda`.
 * Unknown names stay unchanged. So do former names, for which clients receive an error with the current name.
 */
export async function restoreOwnMakeNames<F extends Partial<Pick<CarFilters, 'category_name' | 'brand'>>>(
  db: Db,
  filters: F,
): Promise<F> {
  const names = await listMakeNames(db)
  const exact = new Set(names.map(({ name }) => name))
  const makes = indexMakes(names.filter(({ name, make }) => name === make))
  const ownName = (name: string) => (exact.has(name) ? name : (makes.get(makeKey(name)) ?? name))
  const { category_name: make, brand } = filters
  return {
    ...filters,
    ...(make !== undefined && { category_name: ownName(make) }),
    ...(brand && { brand: [...new Set(brand.map(ownName))] }),
  }
}
