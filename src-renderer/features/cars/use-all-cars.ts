import { skipToken } from '@reduxjs/toolkit/query/react'
import type { Car } from '../../../contract/cars.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { platform } from '../../platform/current.ts'
import type { PagedQuery } from '../../ui/PagedTable.tsx'
import type { PlacedList } from '../../ui/placed-list.ts'
import { useCountAllCarsQuery, useListAllCarsInfiniteQuery } from './cars.api.ts'
import type { CarList } from './placed-pages.ts'
import { usePlacedCars } from './use-placed-cars.ts'

interface AllCars {
  query: PagedQuery<Car>
  /** Those that have been read. */
  items: Car[]
  /** How many there are, found or not. */
  total: number | null
  /** In a dense table, which asks for what is in sight. */
  placed?: PlacedList<Car>
}

/** Every car that is not deleted, for admins, or one's own. */
export function useAllCars(own: Pick<CarList, 'mine'> = {}): AllCars {
  const isDense = platform.density === 'compact'
  const dense = usePlacedCars(own)
  const counts = useCountAllCarsQuery(isDense ? { query: own } : skipToken).data
  const roomy = useListAllCarsInfiniteQuery(isDense ? skipToken : { query: own }, {
    refetchOnMountOrArgChange: true,
  })
  if (isDense) return { ...dense, total: counts ? counts.instock + counts.reserved + counts.sold : null }
  const { items = [], total } = pagesOf(roomy.data)
  return { query: roomy, items, total }
}
