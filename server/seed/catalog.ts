import { choiceFacts, type Option } from '../../contract/cars/car-choices.ts'
import { audis } from './demo-cars-audi.ts'
import { bmws } from './demo-cars-bmw.ts'
import { teslas } from './demo-cars-tesla.ts'
import { chooseLook, chooseShape, type CarLook } from './demo-looks.ts'
import { demoPeople } from './demo-people.ts'
import { buildDemoPhotos } from './demo-photos.ts'
import { colorNameByPaint, paints, type Paint } from './paints.ts'

type DemoChoices = {
  [N in 'fuel' | 'body' | 'transmission' | 'drive' | 'color' | 'condition']: Option<N>
}

/** A car as a seller would have entered it, except for its age. Prices are stored as typed. */
export interface DemoCar extends DemoChoices {
  category_name: 'Tesla' | 'Audi' | 'BMW'
  modelName: string
  year: number
  mileage: number
  mileageUnit: 'mi'
  originalPrice: string
  resellPrice: string
  location: string
  description: string
  sellerEmail: string
  sellerContact: string
  look: CarLook
  images: readonly string[]
  postedDaysAgo: number
  featured: boolean
}

/** A car before it has a look and photos. */
type PlainCar = Omit<DemoCar, 'look' | 'images'> & { paint: Paint }

export const demoCars: readonly DemoCar[] = dress([
  ...readCars('Tesla', teslas),
  ...readCars('Audi', audis),
  ...readCars('BMW', bmws),
])

/** Gives each car a look and photos. No two cars of one shape and paint have the same variant, if possible. */
function dress(cars: readonly PlainCar[]): DemoCar[] {
  const variants = new Map<string, Set<number>>()
  return cars.map(({ paint, ...car }) => {
    const key = `${chooseShape(car)} ${paint}`
    const used = variants.get(key) ?? new Set()
    const look = chooseLook(car, paint, car.postedDaysAgo, used)
    variants.set(key, used.add(look.variant))
    return addDemoPhotos({ ...car, look, images: [] })
  })
}

/**
 * Parses a make's table. A line that is not indented is a car: model | year | miles | fuel | transmission |
 * drive | body | paint | condition | price new | price | location | seller's mailbox | days since posted.
 * Some also have `featured`. The indented lines below a car are its description.
 */
function readCars(make: DemoCar['category_name'], table: string): PlainCar[] {
  const cars: PlainCar[] = []
  for (const line of table.split('\n').filter(Boolean)) {
    const lastCar = cars.at(-1)
    if (!line.startsWith(' ')) cars.push(readCar(make, line))
    else if (lastCar) lastCar.description = `${lastCar.description} ${line.trim()}`.trim()
  }
  return cars
}

/** Returns a car with the URLs of its photos. */
export function addDemoPhotos(car: DemoCar): DemoCar {
  return { ...car, images: buildDemoPhotos(car).map(({ url }) => url) }
}

function readCar(make: DemoCar['category_name'], line: string): PlainCar {
  const cells = line.split('|').map((cell) => cell.trim())
  const cell = (index: number) => cells[index] ?? ''
  const sellerEmail = `${cell(12)}@kerblight.test`
  const seller = demoPeople.find((person) => person.email === sellerEmail)
  if (!seller) throw new Error(`Unknown seller in the demo catalog: ${line}`)
  const paint = parseOption(paints, cell(7))
  const body = parseOption(choiceFacts.body.options, cell(6))
  const fuel = parseOption(choiceFacts.fuel.options, cell(3))
  const postedDaysAgo = Number(cell(13))
  return {
    category_name: make,
    modelName: cell(0),
    year: Number(cell(1)),
    mileage: Number(cell(2)),
    mileageUnit: 'mi',
    fuel,
    transmission: parseOption(choiceFacts.transmission.options, cell(4)),
    drive: parseOption(choiceFacts.drive.options, cell(5)),
    body,
    color: colorNameByPaint[paint],
    condition: parseOption(choiceFacts.condition.options, cell(8)),
    originalPrice: cell(9),
    resellPrice: cell(10),
    location: cell(11),
    description: '',
    sellerEmail,
    sellerContact: seller.phone,
    paint,
    postedDaysAgo,
    featured: cell(14) === 'featured',
  }
}

function parseOption<T extends string>(allowed: readonly T[], text: string): T {
  const option = allowed.find((value) => value === text)
  if (!option)
    throw new Error(`The demo catalogue says '${text}' where one of ${allowed.join(', ')} is expected`)
  return option
}
