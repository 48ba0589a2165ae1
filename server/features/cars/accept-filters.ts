import { makeAsked } from '../../../contract/car-facets.ts'
import type { CarFilters } from '../../../contract/car-search.ts'
import { modelNamed } from '../../../contract/model-of.ts'
import type { Db } from '../../db/tables.ts'
import { refuse } from '../../http/find-faults.ts'
import { withOwnMakeNames } from '../categories/searched-makes.ts'
import { findCategoryFaults } from './car-faults.ts'

/**
 * Returns the filters with makes and models as cars have them. Other spellings of makes are looked up only when a name is
 * not found as it stands.
 * @throws ProblemError `invalid-input` if a make does not exist
 */
export async function acceptFilters<F extends CarFilters>(db: Db, filters: F): Promise<F> {
  if ((await findCategoryFaults(db, filters)).length === 0) return withOwnModels(filters)
  const named = await withOwnMakeNames(db, filters)
  refuse(await findCategoryFaults(db, named))
  return withOwnModels(named)
}

function withOwnModels<F extends CarFilters>(filters: F): F {
  const make = makeAsked(filters)
  if (make === null || !filters.model) return filters
  return { ...filters, model: [...new Set(filters.model.map((model) => modelNamed(make, model)))] }
}
