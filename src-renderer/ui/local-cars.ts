import { MAX_BY_ID } from '../../contract/shortlist-limits.ts'
import { createStoredList, type StoredList } from './stored-list.ts'

/** A car that this browser remembers. The name remains known if the car is no longer listed. */
export interface LocalCar {
  id: string
  name: string
  /** The time in ISO 8601 format. */
  at: string
}

const MAX_HIDDEN = 500
const MAX_RECENT = 12

/** The shortlist of a visitor. At sign-in, its cars move to the account. */
export const localShortlist = createStoredList<LocalCar>('kerblight.shortlist', MAX_BY_ID)
/** The cars that the visitor is not interested in. */
export const hiddenCars = createStoredList<LocalCar>('kerblight.hidden-cars', MAX_HIDDEN)
export const recentCars = createStoredList<LocalCar>('kerblight.recent-cars', MAX_RECENT)

/** Adds a car at the front of the list, also if it is already on the list. */
export function addCar(list: StoredList<LocalCar>, { id, name }: Pick<LocalCar, 'id' | 'name'>): void {
  const others = list.read().filter((item) => item.id !== id)
  list.write([{ id, name, at: new Date().toISOString() }, ...others])
}

export function removeCar(list: StoredList<LocalCar>, id: string): void {
  list.write(list.read().filter((item) => item.id !== id))
}
