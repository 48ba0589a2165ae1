import { skipToken } from '@reduxjs/toolkit/query/react'
import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router-dom'
import { availabilities, type Car, type Availability } from '../../../contract/cars.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { isDense, type ShownList } from '../../ui/placed/use-shown-list.ts'
import { usePlacedList } from '../../ui/placed/use-placed-list.ts'
import { useCountAllCarsQuery } from './all-cars.api.ts'
import { everyonesCars, ownCars } from './car-source.ts'
import { useListAllCarsInfiniteQuery } from './cars.api.ts'
import type { StateFilter } from './StateFilter.tsx'
import { sumListed, type WhoseCars } from './sum-listed.ts'

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
