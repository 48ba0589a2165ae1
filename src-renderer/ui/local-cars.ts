import { MAX_CARS_BY_ID } from '../../contract/shortlist-limits.ts'
import { createStoredList, type StoredList } from './stored-list.ts'

/** A car that this browser remembers. The name remains known if the car is no longer listed. */
export interface LocalCar {
  id: string
  name: string
  /** The time in ISO 8601 format. */
  at: string
}

const MAX_HIDDEN_CARS = 500
const MAX_RECENT_CARS = 12

/** The shortlist of a visitor. At sign-in, its cars move to the account. */
export const localShortlist = createStoredList('kerblight.shortlist', MAX_CARS_BY_ID, isLocalCar)
/** The cars that the visitor is not interested in. */
export const hiddenCars = createStoredList('kerblight.hidden-cars', MAX_HIDDEN_CARS, isLocalCar)
export const recentCars = createStoredList('kerblight.recent-cars', MAX_RECENT_CARS, isLocalCar)

/**
 * Adds a car to the front of the list, or moves it there.
 * @param at the time when a restored car was first added, which determines its position
 */
export function addCar(
  list: StoredList<LocalCar>,
  { id, name, at = new Date().toISOString() }: Omit<LocalCar, 'at'> & { at?: string | undefined },
): void {
  const others = list.read().filter((item) => item.id !== id)
  const place = others.findIndex((item) => item.at < at)
  list.write(others.toSpliced(place < 0 ? others.length : place, 0, { id, name, at }))
}

export function removeCar(list: StoredList<LocalCar>, id: string): void {
  list.write(list.read().filter((item) => item.id !== id))
}

function isLocalCar(value: unknown): value is LocalCar {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, at }: { id?: unknown; name?: unknown; at?: unknown } = value
  return typeof id === 'string' && typeof name === 'string' && !Number.isNaN(Date.parse(String(at)))
}
