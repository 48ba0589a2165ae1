import type { Facts } from '../../contract/cars/facts-of.ts'
import type { DemoCar } from './catalog.ts'
import { demoVin } from './demo-vins.ts'

/** The details of a demo car that follow from its body, model, year, and seller. */
export interface DemoFacts extends Pick<Facts, 'deposit' | 'depositDays' | 'returns'> {
  doors: number
  seats: number
  owners: number
  vin: string | null
}

const SEATS: Record<string, number> = { 'Model X': 6, Q7: 7, i3: 4, TT: 4, 'e-tron GT': 4 }
/** The cars whose description mentions one owner. */
const ONE_OWNER = ['Model 3 Long Range 2021', '230i Coupe 2018', '540i xDrive 2018']

/** @param index the car's index, which varies the number of owners of cars from the same year */
export function demoFactsOf(car: DemoCar, index: number): DemoFacts {
  const { modelName, year, body } = car
  const seatsModel = Object.keys(SEATS).find((model) => `${modelName} `.startsWith(`${model} `))
  return {
    doors: body === 'coupe' ? 2 : 4,
    seats: seatsModel ? SEATS[seatsModel]! : body === 'coupe' ? 4 : 5,
    owners: ONE_OWNER.includes(`${modelName} ${year}`) ? 1 : estimateOwners(year, index),
    vin: demoVin(car),
    ...offersOf(car, index),
  }
}

const DEALERS = ['dealer', 'northgate', 'voltyard'].map((mailbox) => `${mailbox}@kerblight.test`)

/** Dealers reserve their cars for a deposit, and most of them can be returned. */
function offersOf(
  { sellerEmail }: DemoCar,
  index: number,
): Pick<DemoFacts, 'deposit' | 'depositDays' | 'returns'> {
  if (!DEALERS.includes(sellerEmail)) return { deposit: null, depositDays: null, returns: null }
  return { deposit: 250 + 250 * (index % 2), depositDays: 3, returns: index % 3 === 0 ? null : '3 days' }
}

function estimateOwners(year: number, index: number): number {
  if (year >= 2022) return 1
  return year >= 2017 ? 1 + (index % 2) : 2 + (index % 2)
}
