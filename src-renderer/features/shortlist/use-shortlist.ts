import { buildCarName } from '../../../contract/cars/car-name.ts'
import type { Car } from '../../../contract/cars/cars.ts'
import { restoreSession } from '../../session/session.ts'
import { useAppDispatch } from '../../session/store.ts'
import { useSession } from '../../session/use-session.ts'
import { localShortlist, type LocalCar } from '../../ui/local-cars.ts'
import { useStoredList } from '../../ui/stored-list.ts'
import { useListCarsByIdQuery, useListShortlistQuery } from './shortlist.api.ts'

export interface ShortlistItem {
  id: string
  name: string
  /** The time in ISO 8601 format at which the car was added. */
  addedAt: string
  /** The price in cents when the car was added. Null if it is unknown, as on a list of this browser. */
  addedPriceMinor: number | null
  /** True if the car is listed again after it was sold or removed. */
  isForSaleAgain: boolean
  /** The car, or null if it is no longer listed. */
  car: Car | null
}

/** Reads the shortlist of the user or, without a sign-in, of this browser. */
export function useShortlist() {
  const { me, status, problem } = useSession()
  const dispatch = useAppDispatch()
  const account = useListShortlistQuery(undefined, { skip: me === null })
  const local = useLocalCars(useStoredList(localShortlist), me !== null)
  // The account may have a shortlist, so this browser's would be misleading.
  if (status === 'unreachable')
    return {
      items: undefined,
      error: problem,
      isFetching: false,
      refetch: () => void dispatch(restoreSession()),
    }
  const { error, isFetching, refetch } = me ? account : local.query
  const accountItems = account.currentData?.map((car) => ({
    id: car._id,
    name: buildCarName(car),
    addedAt: car.addedAt,
    addedPriceMinor: car.addedPriceMinor,
    isForSaleAgain: car.isForSaleAgain,
    car: car.available === 'withdrawn' ? null : car,
  }))
  const items: ShortlistItem[] | undefined =
    status === 'loading' ? undefined : me ? accountItems : local.items
  return { items, error, isFetching, refetch }
}

/** Reads the cars of a list in this browser. Of cars that are no longer listed, only the names remain. */
export function useLocalCars(list: readonly LocalCar[], isSkipped = false) {
  const isEmpty = list.length === 0
  // The IDs are sorted, so that a change of the order needs no request.
  const ids = list.map(({ id }) => id).toSorted()
  const query = useListCarsByIdQuery({ query: { ids: ids.join(',') } }, { skip: isSkipped || isEmpty })
  // While the cars of a changed list load, the cars of the previous list are shown.
  const cars = isEmpty ? [] : query.data
  const isComplete = isEmpty || query.currentData !== undefined
  const items = cars && list.map((item) => toItem(item, cars, isComplete))
  return { items: items?.filter((item) => item !== null), query }
}

/**
 * Builds a shortlist item from a locally stored entry and the loaded cars.
 * @param isComplete true if `cars` covers the whole shortlist. A car missing from it is then no longer
 * listed.
 * @returns null if the car is not loaded yet
 */
function toItem({ id, name, at }: LocalCar, cars: readonly Car[], isComplete: boolean): ShortlistItem | null {
  const car = cars.find(({ _id }) => _id === id) ?? null
  if (car === null && !isComplete) return null
  const account = { addedPriceMinor: null, isForSaleAgain: false }
  return { id, name: car ? buildCarName(car) : name, addedAt: at, ...account, car }
}
