import { skipToken } from '@reduxjs/toolkit/query/react'
import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router-dom'
import { keptStates, type Car, type KeptState } from '../../../contract/cars.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { platform } from '../../platform/current.ts'
import type { PagedQuery } from '../../ui/PagedTable.tsx'
import type { PlacedList } from '../../ui/placed-list.ts'
import { useCountAllCarsQuery, useListAllCarsInfiniteQuery } from './cars.api.ts'
import type { CarList } from './placed-pages.ts'
import type { StateFilter } from './StateFilter.tsx'
import { sumListed } from './sum-listed.ts'
import { usePlacedCars } from './use-placed-cars.ts'

interface AllCars {
  query: PagedQuery<Car>
  /** Those that have been read. */
  items: Car[]
  /** How many there are, found or not. */
  total: number | null
  /** Which of them are shown, where no dense table has that itself. */
  filter?: ComponentProps<typeof StateFilter>
  /** In a dense table, which asks for what is in sight. */
  placed?: PlacedList<Car>
}

/** Every car that is not deleted or archived, for admins, or one's own. */
export function useAllCars(own: Pick<CarList, 'mine'> = {}): AllCars {
  const [params, setParams] = useSearchParams()
  const state = keptStates.find((one) => one === params.get('state'))
  const isDense = platform.density === 'compact'
  const dense = usePlacedCars(own)
  const counts = useCountAllCarsQuery({ query: own }, { refetchOnMountOrArgChange: true }).data
  const roomy = useListAllCarsInfiniteQuery(
    isDense ? skipToken : { query: { ...own, ...(state && { state }) } },
    {
      refetchOnMountOrArgChange: true,
    },
  )
  const total = counts ? sumListed(counts, own) : null
  if (isDense) return { ...dense, total }
  const filter = {
    counts,
    total,
    chosen: state,
    onChoose: (next: KeptState | undefined) => setParams(next ? { state: next } : {}, { replace: true }),
  }
  return { query: roomy, items: pagesOf(roomy.data).items ?? [], total, filter }
}
