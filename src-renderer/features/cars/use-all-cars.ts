import { skipToken } from '@reduxjs/toolkit/query/react'
import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router-dom'
import { statesListed } from '../../../contract/car-life.ts'
import { availabilities, type Car, type Availability, type KeptSort } from '../../../contract/cars.ts'
import type { EndpointOutput } from '../../../contract/endpoints.ts'
import { stateWords } from '../../../contract/state-words.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { byField, sortName, wordsOf, type ListOf, type SortNames } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import { isDense, type ShownList } from '../../ui/placed/use-shown-list.ts'
import { usePlacedList, type PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { useCountAllCarsQuery, allCarsApi } from './all-cars.api.ts'
import { useListAllCarsInfiniteQuery } from './cars.api.ts'
import type { StateFilter } from './StateFilter.tsx'

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

const everyonesCars = sourceOf({})
const ownCars = sourceOf({ mine: '1' })

interface AllCars extends ShownList<Car> {
  /** Which of them are shown, where no dense table has that itself. */
  filter?: ComponentProps<typeof StateFilter>
}

/** Every car that is not deleted or archived, for admins, or one's own. */
export function useAllCars(own: WhoseCars = {}): AllCars {
  const [params, setParams] = useSearchParams()
  const state = availabilities.find((one) => one === params.get('state'))
  const dense = usePlacedList(own.mine ? ownCars : everyonesCars)
  const counts = useCountAllCarsQuery({ query: own }, { refetchOnMountOrArgChange: true }).data
  const roomy = useListAllCarsInfiniteQuery(
    isDense() ? skipToken : { query: { ...own, ...(state && { state }) } },
    {
      refetchOnMountOrArgChange: true,
    },
  )
  const total = counts ? sumListed(counts, own) : null
  if (isDense()) return dense
  const filter = {
    counts,
    total,
    chosen: state,
    onChoose: (next: Availability | undefined) => setParams(next ? { state: next } : {}, { replace: true }),
  }
  return { query: roomy, items: pagesOf(roomy.data).items ?? [], total, filter }
}

type CarList = ListOf<'listAllCars'>

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

/** `mine`: one's own alone. */
interface WhoseCars {
  mine?: '1'
}

/** How many cars a list shows while no state is chosen. */
function sumListed(counts: EndpointOutput<'countAllCars'>, { mine }: WhoseCars): number {
  return statesListed({ isOwn: mine !== undefined }).reduce((sum, state) => sum + counts[state], 0)
}
