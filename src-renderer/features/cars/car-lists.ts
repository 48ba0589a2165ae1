import { statesListed } from '../../../contract/cars/car-life.ts'
import type { AllCarsSort } from '../../../contract/cars/cars.ts'
import { stateWords } from '../../../contract/cars/state-words.ts'
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
  // The fewest days first are the newest.
  listed: ['newest', 'oldest'],
}

const { listAllCars, countAllCars } = allCarsApi.endpoints

/** Every car that is not deleted or archived, for admins. */
export const everyonesCars = listOfCars({})
/** All cars of the reader. */
export const ownCars = listOfCars({ mine: '1' })

function listOfCars(whose: { mine?: '1' }) {
  return facetedSource<'listAllCars', 'countAllCars'>(
    { endpoint: listAllCars, sorts, filter: whose },
    {
      name: 'state',
      label: 'availability',
      words: stateWords,
      counts: countAllCars,
      read: (counts) => counts,
      countFilter: whose,
      shownValues: statesListed({ isOwn: whose.mine !== undefined }),
    },
  )
}
