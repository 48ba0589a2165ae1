import { VIN_LENGTH } from '../../../contract/cars/vin.ts'

/** The car names that a path may refer to. Folders are innermost first. */
export interface PhotoNames {
  own: string[]
  folders: string[]
}

/** Matches a trailing number and its separator: `1001-2`, `1001_2`, `1001 2`, `1001 (2)`. */
const NUMBER_LAST = /(?<![\s_-])[\s_-]+\d{1,3}$|\(\d{1,3}\)$/
const VIN_FIRST = new RegExp(`^([A-HJ-NPR-Z0-9]{${VIN_LENGTH}})[\\s_-]`, 'i')
const NUMBER_ALONE = /^\d{1,3}$/
const MAX_FOLDERS = 3

/** Returns the car names that a path such as `photos/1001/1001-2.jpg` may refer to. */
export function parsePhotoNames(path: string): PhotoNames {
  const segments = path.split('/')
  const base = (segments.pop() ?? '').replace(/\.[^.]*$/, '').trim()
  const folders = segments.reverse().slice(0, MAX_FOLDERS)
  // In a car's own folder, a bare number is the photo's position.
  const isPosition = NUMBER_ALONE.test(base) && folders.length > 0
  const own = [base, base.replace(NUMBER_LAST, ''), VIN_FIRST.exec(base)?.[1]]
  return { own: isPosition ? [] : distinct(own), folders: distinct(folders) }
}

function distinct(names: readonly (string | undefined)[]): string[] {
  return [...new Set(names.flatMap((name) => name?.trim() ?? []))].filter(isAskable)
}

function isAskable(name: string): boolean {
  return name !== '' && name.length <= 64 && !/\p{Cc}/u.test(name)
}

const collator = new Intl.Collator('en', { numeric: true })

/** Sorts files in natural order: 2 before 10, and names without a number first. */
export function sortFilesNaturally<T extends { path: string }>(files: readonly T[]): T[] {
  return files.toSorted((one, other) => collator.compare(sortable(one), sortable(other)))
}

function sortable({ path }: { path: string }): string {
  return path.replace(/\.[^.]*$/, '')
}
