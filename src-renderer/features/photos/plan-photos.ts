import { isEditable, isLive } from '../../../contract/cars/car-life.ts'
import { MAX_PICTURES, type Car } from '../../../contract/cars/cars.ts'
import { countOf } from '../../../contract/figure.ts'
import { MAX_PHOTOS, type NamedCar } from '../../../contract/photos.ts'
import { photoError } from '../../api/photo-error.ts'
import type { PhotoFile } from './photo-file.ts'
import { inNaturalOrder, namesOf } from './photo-names.ts'

/** A car and the files to add to it, in order. */
export interface PlannedCar {
  car: NamedCar
  files: PhotoFile[]
}

/** A file that matches no car, with the reason as a sentence. */
interface LeftOut {
  path: string
  reason: string
}

export interface PhotoPlan {
  cars: PlannedCar[]
  left: LeftOut[]
}

/** Returns all car names that these files may refer to. */
export function namesToFind(files: readonly PhotoFile[]): string[] {
  const names = files
    .filter((file) => fileError(file) === null)
    .flatMap(({ path }) => {
      const { own, folders } = namesOf(path)
      return [...own, ...folders]
    })
  return [...new Map(names.map((name) => [name.toLowerCase(), name])).values()]
}

/**
 * Assigns the files to cars, or explains why a file matches none.
 * @param named the cars found by `namesToFind`
 */
export function planPhotos(files: readonly PhotoFile[], named: readonly NamedCar[]): PhotoPlan {
  const byName = Map.groupBy(named, ({ name }) => name.toLowerCase())
  const cars = new Map<string, PlannedCar>()
  const left: LeftOut[] = []
  let count = 0
  for (const file of inNaturalOrder(files)) {
    const found = findCar(file, byName)
    const reason = 'reason' in found ? found.reason : limitReason(found, cars.get(found._id), count)
    if (reason !== null || 'reason' in found) {
      left.push({ path: file.path, reason: reason! })
      continue
    }
    const planned = cars.get(found._id) ?? { car: found, files: [] }
    planned.files.push(file)
    cars.set(found._id, planned)
    count += 1
  }
  return { cars: [...cars.values()], left }
}

function limitReason(car: NamedCar, planned: PlannedCar | undefined, count: number): string | null {
  if (car.photos + (planned?.files.length ?? 0) >= MAX_PICTURES)
    return car.photos === 0
      ? `A car can have ${MAX_PICTURES} photos, and the first ${MAX_PICTURES} go on it.`
      : `A car can have ${MAX_PICTURES} photos, and this one has ${car.photos} already.`
  return count >= MAX_PHOTOS ? `We take ${MAX_PHOTOS} photos at a time. Add the rest afterward.` : null
}

type CarsByName = ReadonlyMap<string, readonly NamedCar[]>

function fileError({ path, type, size }: PhotoFile): string | null {
  return photoError({ name: path, type, size })
}

function findCar(file: PhotoFile, byName: CarsByName): NamedCar | { reason: string } {
  const error = fileError(file)
  if (error !== null) return { reason: `This file ${error}.` }
  const { own, folders } = namesOf(file.path)
  const carsOf = (names: readonly string[]) => names.flatMap((name) => byName.get(name.toLowerCase()) ?? [])
  const nearest = folders.find((folder) => byName.has(folder.toLowerCase()))
  return theOne([...carsOf(own), ...carsOf(nearest === undefined ? [] : [nearest])])
}

/**
 * Picks one car. If several cars have the same VIN, it picks the live one. It returns the reason if no car
 * can be picked.
 */
function theOne(cars: readonly NamedCar[]): NamedCar | { reason: string } {
  const distinct = [...new Map(cars.map((car) => [car._id, car])).values()]
  const [first] = distinct
  if (!first) return { reason: 'None of your cars has this VIN or stock number.' }
  const open = distinct.filter(isEditable)
  const live = open.filter(({ available }) => isLive(available))
  const [one, other] = live.length > 0 ? live : open
  if (one && other) return { reason: `This can be either of two cars: ${nameOf(one)} or ${nameOf(other)}.` }
  return one ?? { reason: whyNot[first.available] ?? 'This car can’t be changed.' }
}

function nameOf({ carName, stockNo }: NamedCar): string {
  return stockNo === null ? carName : `${carName} (${stockNo})`
}

const whyNot: Partial<Record<Car['available'], string>> = {
  reserved: 'A buyer is paying for this car right now.',
  sold: 'This car is sold.',
  'sold-elsewhere': 'This car was sold elsewhere.',
  archived: 'This car is archived. Bring it back first.',
}

/** Describes a plan, such as `142 photos for 23 cars`. */
export function describePlan({ cars }: Pick<PhotoPlan, 'cars'>): string {
  const photos = cars.reduce((sum, { files }) => sum + files.length, 0)
  return `${countOf(photos, 'photo')} for ${countOf(cars.length, 'car')}`
}
