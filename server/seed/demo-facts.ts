import type { Mark } from '../../contract/cars/marks.ts'
import type { Facts } from '../../contract/cars/entered-facts.ts'
import type { DemoCar } from './catalog.ts'
import { buildDemoMarks } from './demo-marks.ts'
import { chooseWear } from './demo-photos.ts'
import { demoVin } from './demo-vins.ts'

type Offers = Pick<Facts, 'deposit' | 'depositDays' | 'returns'>
type History = Pick<
  Facts,
  'title' | 'accidents' | 'serviceHistory' | 'warranty' | 'tires' | 'keys' | 'batteryHealth' | 'evRange'
>

/** The details of a demo car that follow from its body, model, year, and seller. */
export interface DemoFacts extends Offers, History {
  doors: number
  seats: number
  owners: number
  vin: string | null
  marks: Mark[] | null
}

const SEATS: Record<string, number> = { 'Model X': 6, Q7: 7, i3: 4, TT: 4, 'e-tron GT': 4 }
/** The cars whose description mentions one owner. */
const ONE_OWNER = ['Model 3 Long Range 2021', '230i Coupe 2018', '540i xDrive 2018']

/**
 * Returns the facts of a demo car.
 * @param index the car's index, which varies the number of owners of cars from the same year
 */
export function buildDemoFacts(car: DemoCar, index: number): DemoFacts {
  const { modelName, year, body } = car
  const seatsModel = Object.keys(SEATS).find((model) => `${modelName} `.startsWith(`${model} `))
  return {
    doors: body === 'coupe' ? 2 : 4,
    seats: seatsModel ? SEATS[seatsModel]! : body === 'coupe' ? 4 : 5,
    owners: ONE_OWNER.includes(`${modelName} ${year}`) ? 1 : estimateOwners(year, index),
    vin: demoVin(car),
    marks: buildDemoMarks(car, index),
    ...chooseOffers(car, index),
    ...buildHistory(car, index),
  }
}

const DEALERS = ['dealer', 'northgate', 'voltyard'].map((mailbox) => `${mailbox}@kerblight.test`)

/** Dealers reserve their cars for a deposit, and most of them can be returned. */
function chooseOffers({ sellerEmail }: DemoCar, index: number): Offers {
  if (!DEALERS.includes(sellerEmail)) return { deposit: null, depositDays: null, returns: null }
  return { deposit: 250 + 250 * (index % 2), depositDays: 3, returns: index % 3 === 0 ? null : '3 days' }
}

/** Dealers state the history of all cars; private sellers leave some facts open. */
function buildHistory({ sellerEmail, year, mileage, fuel, modelName }: DemoCar, index: number): History {
  const isDealer = DEALERS.includes(sellerEmail)
  const isOpen = !isDealer && index % 3 === 0
  const isElectric = fuel === 'Electric'
  return {
    title: isOpen ? null : index % 17 === 5 ? 'rebuilt' : 'clean',
    accidents: isOpen ? null : index % 17 === 5 ? 'structural' : index % 7 === 4 ? 'minor' : 'none known',
    serviceHistory: isOpen ? null : index % 4 === 3 ? 'partial' : 'full',
    warranty: year >= 2022 ? 'manufacturer' : isDealer ? 'dealer' : isOpen ? null : 'as is',
    tires: chooseWear(mileage),
    keys: isOpen ? null : 2,
    batteryHealth: isElectric ? Math.max(80, 100 - Math.round(mileage / 12_000)) : null,
    evRange: isElectric ? (modelName.includes('Long Range') ? 320 : modelName === 'i3' ? 150 : 240) : null,
  }
}

function estimateOwners(year: number, index: number): number {
  if (year >= 2022) return 1
  return year >= 2017 ? 1 + (index % 2) : 2 + (index % 2)
}
