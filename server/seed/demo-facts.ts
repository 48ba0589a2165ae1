import type { DemoCar } from './catalog.ts'
import { demoVin } from './demo-vins.ts'

/** Details of a demo car that follow from its body, model, and year. */
export interface DemoFacts {
  doors: number
  seats: number
  owners: number
  vin: string | null
}

const SEATS: Record<string, number> = { 'Model X': 6, Q7: 7, i3: 4, TT: 4, 'e-tron GT': 4 }
/**
 * Cars whose description mentions one owner. The number of owners is one for these, regardless of their age.
 */
const ONE_OWNER = ['Model 3 Long Range 2021', '230i Coupe 2018', '540i xDrive 2018']

/** @param index the car's index, used to vary the details of cars from the same year */
export function demoFactsOf(car: DemoCar, index: number): DemoFacts {
  const { modelName, year, body } = car
  const named = Object.keys(SEATS).find((model) => `${modelName} `.startsWith(`${model} `))
  return {
    doors: body === 'coupe' ? 2 : 4,
    seats: named ? SEATS[named]! : body === 'coupe' ? 4 : 5,
    owners: ONE_OWNER.includes(`${modelName} ${year}`) ? 1 : ownersAt(year, index),
    vin: demoVin(car),
  }
}

function ownersAt(year: number, index: number): number {
  if (year >= 2022) return 1
  return year >= 2017 ? 1 + (index % 2) : 2 + (index % 2)
}
