import { choiceFacts, eachChoice, optionLabel, type ChoiceName } from './car-choices.ts'
import { eachNumber, numberFacts, type NumberName } from './car-numbers.ts'
import type { Car } from './cars.ts'
import { formatDay, formatDaysAgo } from './dates.ts'
import { formatMileage } from './mileage.ts'
import { formatMoney } from './money.ts'

type Described = Pick<Car, FactName | 'mileageUnit' | 'originalPriceMinor'>

export interface CarFact {
  label: string
  /** Empty or null where the seller did not say. */
  text: (car: Described) => string | null
}

export type FactName = NumberName | ChoiceName | 'usageTime' | 'location' | 'originalPrice' | 'postedAt'

/** All that a car's page says of the car, in order. */
export const carFacts: Record<FactName, CarFact> = {
  ...eachNumber(numberFact),
  ...eachChoice(choiceFact),
  usageTime: { label: 'Age', text: ({ usageTime }) => usageTime },
  location: { label: 'Location', text: ({ location }) => location },
  originalPrice: {
    label: 'Price new',
    text: ({ originalPrice, originalPriceMinor }) =>
      originalPriceMinor === null ? originalPrice : formatMoney(originalPriceMinor),
  },
  postedAt: {
    label: 'Listed',
    text: ({ postedAt }) => `${formatDay(postedAt)} (${formatDaysAgo(postedAt)})`,
  },
}

function numberFact(name: NumberName): CarFact {
  return {
    label: numberFacts[name].label,
    text: ({ [name]: value, mileageUnit }) =>
      name === 'mileage' ? formatMileage(value, mileageUnit) : (value?.toString() ?? null),
  }
}

function choiceFact(name: ChoiceName): CarFact {
  return { label: choiceFacts[name].label, text: ({ [name]: value }) => value && optionLabel(name, value) }
}
