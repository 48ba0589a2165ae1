import { isEditable, isLive } from '../../../contract/cars/car-life.ts'
import { MAX_PHOTOS_PER_CAR, type Car } from '../../../contract/cars/cars.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { MAX_PHOTOS, type NamedCar } from '../../../contract/photos.ts'
import { getPhotoError } from '../../api/photo-error.ts'
import type { PhotoFile } from './photo-file.ts'
import { sortFilesNaturally, parsePhotoNames } from './photo-names.ts'

export interface PlannedCar {
  car: NamedCar
  files: PhotoFile[]
}

/** A file that matches no car, and the reason as a sentence. */
interface LeftOut {
  path: string
  reason: string
}

export interface PhotoPlan {
  cars: PlannedCar[]
  left: LeftOut[]
}

export function listNamesToFind(files: readonly PhotoFile[]): string[] {
  const names = files
    .filter((file) => fileError(file) === null)
    .flatMap(({ path }) => {
      const { own, folders } = parsePhotoNames(path)
      return [...own, ...folders]
    })
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
}

/**
 * Assigns each file to a car, or explains why it matches none.
 * @param namedCars the cars found for the result of `listNamesToFind`
 */
export function planPhotos(files: readonly PhotoFile[], namedCars: readonly NamedCar[]): PhotoPlan {
  const byName = Map.groupBy(namedCars, ({ name }) => name.toLowerCase())
  const cars = new Map<string, PlannedCar>()
  const left: LeftOut[] = []
  let count = 0
  for (const file of sortFilesNaturally(files)) {
    const match = findCar(file, byName)
    const reason = 'reason' in match ? match.reason : limitReason(match, cars.get(match._id), count)
    if (reason !== null || 'reason' in match) {
      left.push({ path: file.path, reason: reason! })
      continue
    }
    const planned = cars.get(match._id) ?? { car: match, files: [] }
    planned.files.push(file)
    cars.set(match._id, planned)
    count += 1
  }
  return { cars: [...cars.values()], left }
}

function limitReason(car: NamedCar, planned: PlannedCar | undefined, count: number): string | null {
  if (car.photos + (planned?.files.length ?? 0) >= MAX_PHOTOS_PER_CAR)
    return car.photos === 0
      ? `A car can have ${MAX_PHOTOS_PER_CAR} photos, and the first ${MAX_PHOTOS_PER_CAR} go on it.`
      : `A car can have ${MAX_PHOTOS_PER_CAR} photos, and this one has ${car.photos} already.`
  return count >= MAX_PHOTOS ? `We take ${MAX_PHOTOS} photos at a time. Add the rest afterward.` : null
}

type CarsByName = ReadonlyMap<string, readonly NamedCar[]>

function fileError({ path, type, size }: PhotoFile): string | null {
  return getPhotoError({ name: path, type, size })
}

function findCar(file: PhotoFile, byName: CarsByName): NamedCar | { reason: string } {
  const error = fileError(file)
  if (error !== null) return { reason: `This file ${error}.` }
  const { own, folders } = parsePhotoNames(file.path)
  const carsOf = (names: readonly string[]) => names.flatMap((name) => byName.get(name.toLowerCase()) ?? [])
  const nearest = folders.find((folder) => byName.has(folder.toLowerCase()))
  return theOne([...carsOf(own), ...carsOf(nearest === undefined ? [] : [nearest])])
}

/**
 * Picks one car, preferring the live one if several have the same VIN. Returns the reason if none can be
 * picked.
 */
function theOne(cars: readonly NamedCar[]): NamedCar | { reason: string } {
  const distinct = [...new Map(cars.map((car) => [car._id, car])).values()]
  const [first] = distinct
  if (!first) return { reason: 'None of your cars has this VIN or stock number.' }
  const editableCars = distinct.filter(isEditable)
  const liveCars = editableCars.filter(({ available }) => isLive(available))
  const [one, other] = liveCars.length > 0 ? liveCars : editableCars
  if (one && other)
    return { reason: `This can be either of two cars: ${describeCar(one)} or ${describeCar(other)}.` }
  return one ?? { reason: whyNot[first.available] ?? 'This car can’t be changed.' }
}

function describeCar({ carName, stockNo }: NamedCar): string {
  return stockNo === null ? carName : `${carName} (${stockNo})`
}

const whyNot: Partial<Record<Car['available'], string>> = {
  reserved: 'A buyer has reserved this car or is paying for it.',
  sold: 'This car is sold.',
  'sold-elsewhere': 'This car was sold elsewhere.',
  archived: 'This car is archived. Bring it back first.',
}

/** Describes a plan, such as `142 photos for 23 cars`. */
export function describePlan({ cars }: Pick<PhotoPlan, 'cars'>): string {
  const photos = cars.reduce((sum, { files }) => sum + files.length, 0)
  return `${formatCount(photos, 'photo')} for ${formatCount(cars.length, 'car')}`
}
