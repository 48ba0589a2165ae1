import { bodies, conditions, fuels, transmissions } from '../../../contract/car-choices.ts'
import { audis } from './demo-cars-audi.ts'
import { bmws } from './demo-cars-bmw.ts'
import { teslas } from './demo-cars-tesla.ts'
import { demoPeople } from './demo-people.ts'

export type Body = (typeof bodies)[number]
export type Fuel = (typeof fuels)[number]
export type Condition = (typeof conditions)[number]
export type Transmission = (typeof transmissions)[number]

/** The paints in which every body is drawn (`/art/cars/<body>-<paint>-<view>.svg`). */
export const paints = [
  'pearl',
  'silver',
  'graphite',
  'black',
  'red',
  'blue',
  'navy',
  'green',
  'teal',
  'orange',
  'sand',
  'burgundy',
] as const

export type Paint = (typeof paints)[number]

/** A car as a seller would have entered it, but for its age (`ageOn`); prices are as typed. */
export interface DemoCar {
  category_name: 'Tesla' | 'Audi' | 'BMW'
  modelName: string
  year: number
  mileage: number
  mileageUnit: 'mi'
  fuel: Fuel
  transmission: Transmission
  body: Body
  condition: Condition
  originalPrice: string
  resellPrice: string
  location: string
  description: string
  sellerEmail: string
  selllerContact: string
  /** The first is the car's `image_url`. */
  images: readonly string[]
  postedDaysAgo: number
  featured: boolean
}

const VIEWS = ['side', 'front', 'rear', 'flip', 'detail']
const SIDE_VIEWS = ['side', 'flip', 'detail']

/** Addresses of a drawn car's pictures, the title picture first. A Cybertruck is drawn from its sides alone. */
export function picturesOf({ modelName, body }: Pick<DemoCar, 'modelName' | 'body'>, paint: Paint): string[] {
  const isCybertruck = modelName.startsWith('Cybertruck')
  const [shape, views] = isCybertruck ? (['cybertruck', SIDE_VIEWS] as const) : ([body, VIEWS] as const)
  return views.map((view) => `/art/cars/${shape}-${paint}-${view}.svg`)
}

export const demoCars: readonly DemoCar[] = [
  ...readCars('Tesla', teslas),
  ...readCars('Audi', audis),
  ...readCars('BMW', bmws),
]

/**
 * Reads a make's table. A line that is not indented is a car: model | year | miles | fuel | transmission | body |
 * paint | condition | price new | price | place | seller's mailbox | days since posted, and `featured` for some. Indented lines are its description.
 */
function readCars(make: DemoCar['category_name'], table: string): DemoCar[] {
  const cars: DemoCar[] = []
  for (const line of table.split('\n').filter(Boolean)) {
    const last = cars.at(-1)
    if (!line.startsWith(' ')) cars.push(readCar(make, line))
    else if (last) last.description = `${last.description} ${line.trim()}`.trim()
  }
  return cars
}

function readCar(make: DemoCar['category_name'], line: string): DemoCar {
  const cells = line.split('|').map((cell) => cell.trim())
  const cell = (index: number) => cells[index] ?? ''
  const sellerEmail = `${cell(11)}@kerblight.test`
  const seller = demoPeople.find((person) => person.email === sellerEmail)
  if (!seller) throw new Error(`Unknown seller in the demo catalogue: ${line}`)
  const body = oneOf(bodies, cell(5))
  return {
    category_name: make,
    modelName: cell(0),
    year: Number(cell(1)),
    mileage: Number(cell(2)),
    mileageUnit: 'mi',
    fuel: oneOf(fuels, cell(3)),
    transmission: oneOf(transmissions, cell(4)),
    body,
    condition: oneOf(conditions, cell(7)),
    originalPrice: cell(8),
    resellPrice: cell(9),
    location: cell(10),
    description: '',
    sellerEmail,
    selllerContact: seller.phone,
    images: picturesOf({ modelName: cell(0), body }, oneOf(paints, cell(6))),
    postedDaysAgo: Number(cell(12)),
    featured: cell(13) === 'featured',
  }
}

function oneOf<T extends string>(allowed: readonly T[], text: string): T {
  const found = allowed.find((value) => value === text)
  if (!found)
    throw new Error(`The demo catalogue says '${text}' where one of ${allowed.join(', ')} is expected`)
  return found
}
