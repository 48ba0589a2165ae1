import { getRequestedMake } from '../../../contract/cars/car-facets.ts'
import type { CarFilters } from '../../../contract/cars/car-search.ts'
import { normalizeModel } from '../../../contract/cars/model-names.ts'
import type { FieldError } from '../../../contract/api/problems.ts'
import { findZipErrors } from '../../core/zip-codes.ts'
import type { Db } from '../../db/tables.ts'
import { restoreOwnMakeNames } from '../categories/searched-makes.ts'
import { findCategoryErrors } from './car-errors.ts'

/**
 * Returns the filters with makes and models as cars have them, and errors for unknown makes and an unknown ZIP
 * code. Other spellings of makes are looked up only if a name is not found as given.
 */
export async function toCanonicalFilters<F extends CarFilters>(
  db: Db,
  filters: F,
): Promise<{ filters: F; errors: FieldError[] }> {
  const zipErrors = findZipErrors('near', filters.near)
  if ((await findCategoryErrors(db, filters)).length === 0)
    return { filters: withOwnModels(filters), errors: zipErrors }
  const ownMakes = await restoreOwnMakeNames(db, filters)
  const errors = [...zipErrors, ...(await findCategoryErrors(db, ownMakes))]
  return { filters: withOwnModels(ownMakes), errors }
}

function withOwnModels<F extends CarFilters>(filters: F): F {
  const make = getRequestedMake(filters)
  if (make === null || !filters.model) return filters
  return { ...filters, model: [...new Set(filters.model.map((model) => normalizeModel(make, model)))] }
}
