import { listCarIds, type Car } from '../../../contract/cars/cars.ts'
import { pages } from '../../../contract/pages.ts'

/** Returns the path that compares these cars, such as `/compare?cars=ID,ID`. */
export function comparePath(cars: readonly Car[]): string {
  return `${pages.compare.path}?cars=${listCarIds(cars).join(',')}`
}

/** Returns the path of the shortlist where these cars are chosen for a comparison. */
export function choosePath(ids: readonly string[]): string {
  return ids.length === 0 ? pages.shortlist.path : `${pages.shortlist.path}?cars=${ids.join(',')}`
}

/** Reads the distinct car IDs of a comparison's URL. Text that can't be an ID is ignored. */
export function readComparedIds(search: URLSearchParams): string[] {
  const ids = (search.get('cars') ?? '').split(',').map((id) => id.trim())
  return [...new Set(ids)].filter((id) => /^[\w-]{1,64}$/.test(id))
}
