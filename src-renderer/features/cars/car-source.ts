import { availabilities, type Car, type KeptSort } from '../../../contract/cars.ts'
import { stateWords } from '../../../contract/state-words.ts'
import { byField, sortName, wordsOf, type ListOf, type SortNames } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { allCarsApi } from './all-cars.api.ts'
import { sumListed, type WhoseCars } from './sum-listed.ts'

const sorts: SortNames<KeptSort> = {
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

type CarList = ListOf<'listAllCars'>

export const everyonesCars = sourceOf({})
export const ownCars = sourceOf({ mine: '1' })

function sourceOf(whose: WhoseCars): PlacedSource<Car, CarList> {
  const { placeAllCars, countAllCars } = allCarsApi.endpoints
  return {
    endpoint: placeAllCars,
    listOf({ sort, facet, find }) {
      const state = availabilities.find((name) => stateWords[name] === facet)
      return { ...whose, q: wordsOf(find), ...(state && { state }), sort: sortName(sorts, sort) }
    },
    counter: countedBy(
      countAllCars,
      ({ q }: CarList) => ({ ...whose, q }),
      (counts) => ({
        facets: availabilities.map((state) => [stateWords[state], counts[state]]),
        total: sumListed(counts, whose),
      }),
    ),
  }
}
