import { statesListed } from '../../../contract/cars/car-life.ts'
import type { AllCarsSort } from '../../../contract/cars/cars.ts'
import { carStateLabels } from '../../../contract/cars/car-state-labels.ts'
import { byField, type SortNames } from '../../ui/table/list-pages.ts'
import { facetedSource } from '../../ui/table/list-source.ts'
import { allCarsApi } from './all-cars.api.ts'

const sorts: SortNames<AllCarsSort> = {
  model: byField('name'),
  availability: byField('state'),
  year: byField('year'),
  mileage: byField('mileage'),
  location: byField('location'),
  price: byField('price'),
  photos: byField('photos'),
  lists: byField('lists'),
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
  return facetedSource<'listAllCars', 'countAllCars'>(
    { endpoint: listAllCars, sorts, filter: ownerFilter },
    {
      name: 'state',
      label: 'availability',
      words: carStateLabels,
      counts: countAllCars,
      read: (counts) => counts,
      countFilter: ownerFilter,
      shownValues: statesListed({ isOwn: ownerFilter.mine !== undefined }),
    },
  )
}
