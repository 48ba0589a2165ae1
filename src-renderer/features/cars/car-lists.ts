import { listDefaultStates } from '../../../contract/cars/car-life.ts'
import type { AllCarsSort } from '../../../contract/cars/cars.ts'
import { carStateLabels } from '../../../contract/cars/car-state-labels.ts'
import { listFieldSorts, type SortNames } from '../../ui/table/list-pages.ts'
import { createFacetedSource } from '../../ui/table/list-source.ts'
import { allCarsApi } from './all-cars.api.ts'

const sorts: SortNames<AllCarsSort> = {
  model: listFieldSorts('name'),
  availability: listFieldSorts('state'),
  year: listFieldSorts('year'),
  mileage: listFieldSorts('mileage'),
  location: listFieldSorts('location'),
  price: listFieldSorts('price'),
  photos: listFieldSorts('photos'),
  lists: listFieldSorts('lists'),
  // The newest cars have the fewest days.
  listed: ['newest', 'oldest'],
}

const { listAllCars, countAllCars } = allCarsApi.endpoints

/**
 * All cars that are not deleted, for admins. Drafts and archived cars appear only if the list is filtered by
 * state.
 */
export const everyonesCars = listOfCars({})
/** The user's own cars. Archived ones appear only if the list is filtered by state. */
export const ownCars = listOfCars({ mine: '1' })

function listOfCars(ownerFilter: { mine?: '1' }) {
  return createFacetedSource<'listAllCars', 'countAllCars'>(
    { endpoint: listAllCars, sorts, filter: ownerFilter },
    {
      name: 'state',
      label: 'availability',
      words: carStateLabels,
      counts: countAllCars,
      read: (counts) => counts,
      countFilter: ownerFilter,
      shownValues: listDefaultStates({ isOwn: ownerFilter.mine !== undefined }),
    },
  )
}
