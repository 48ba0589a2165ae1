import type { Db } from '../../db/tables.ts'
import type { Accepted } from '../../http/find-faults.ts'
import type { CarFilters } from '../../../contract/car-search.ts'
import { listMakeNames } from './former-makes.repository.ts'
import { indexMakes, makeKey } from './make-names.ts'

/**
 * Returns the filters with the makes' own names in place of other spellings and aliases: `Škoda` for `skoda`. A name that
 * no make has stays, and so does a former name, because clients are told its present one.
 */
export async function withOwnMakeNames<F extends Accepted<CarFilters>>(db: Db, filters: F): Promise<F> {
  const names = await listMakeNames(db)
  const exact = new Set(names.map(({ name }) => name))
  const makes = indexMakes(names.filter(({ name, make }) => name === make))
  const ownName = (name: string) => (exact.has(name) ? name : (makes.get(makeKey(name)) ?? name))
  const { category_name: make, brand } = filters
  return {
    ...filters,
    ...(make !== undefined && { category_name: ownName(make) }),
    ...(brand && { brand: [...new Set(brand.map((name) => name && ownName(name)))] }),
  }
}
