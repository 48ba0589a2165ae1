import type { ChoiceFact } from './body-and-fuel.ts'
import { choiceFacts, mapChoices, getOptionLabel, type ChoiceName } from './car-choices.ts'
import { mapNumericFields, getNumberFact, type MileageUnit, type NumberName } from './car-numbers.ts'
import { mapTexts, getTextFact, type TextName } from './car-texts.ts'
import type { Car } from './cars.ts'
import { formatCalendarDay } from '../calendar-day.ts'
import { formatDay, formatDaysAgo } from '../dates.ts'
import { formatMileage } from './mileage.ts'
import { formatMoney } from '../money.ts'

type Described = Pick<Car, FactName | 'mileageUnit' | 'originalPriceMinor'>

export interface CarFact {
  label: string
  /**
   * Returns the display text, or null or an empty string if the seller entered no value.
   * @param unit the reader's distance unit. Readers who use miles also get engine sizes in liters and power
   * in horsepower
   */
  text: (car: Described, unit?: MileageUnit) => string | null
  /**
   * True if only some cars have the fact or only some readers may see it. The page then omits a missing fact
   * instead of marking it as missing.
   */
  isRare?: true
  /** True if the page states that a missing value is unknown. */
  isUnknownShown?: true
}

export type FactName =
  | NumberName
  | ChoiceName
  | TextName
  | 'vin'
  | 'stockNo'
  | 'usageTime'
  | 'location'
  | 'originalPrice'
  | 'postedAt'

/** Number of VIN characters shown for a private seller's car, except to the seller and admins. */
const VISIBLE_VIN_CHARACTERS = 6

/** All facts on a car's page, in order. */
export const carFacts: Record<FactName, CarFact> = {
  ...mapNumericFields(ofNumber),
  ...mapChoices(ofChoice),
  ...mapTexts(ofText),
  vin: {
    label: 'VIN',
    text: ({ vin }) => vin && (vin.length > VISIBLE_VIN_CHARACTERS ? vin : `Ends in ${vin}`),
  },
  stockNo: { label: 'Stock number', text: ({ stockNo }) => stockNo, isRare: true },
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

/** The facts under each heading of a car's page, in order. */
export const factGroups: Record<string, readonly FactName[]> = {
  Vehicle: ['year', 'trim', 'body', 'color', 'interiorColor', 'doors', 'seats'],
  'Engine and drive': [
    'fuel',
    'engine',
    'engineCc',
    'powerKw',
    'transmission',
    'drive',
    'evRange',
    'batteryHealth',
  ],
  'Title and history': ['title', 'accidents', 'owners', 'serviceHistory', 'lastInspection'],
  Condition: ['condition', 'mileage', 'usageTime', 'tires', 'keys'],
  Buying: ['warranty', 'warrantyUntil', 'deposit', 'depositDays', 'returns'],
  Listing: ['originalPrice', 'location', 'postedAt', 'vin', 'stockNo', 'registration'],
}

function ofNumber(name: NumberName): CarFact {
  const { label, us, text = String, isOffer, isElectric } = getNumberFact(name)
  return {
    label,
    ...((isOffer || isElectric) && { isRare: true }),
    text: ({ [name]: value, mileageUnit }, unit) => {
      if (name === 'mileage') return formatMileage(value, mileageUnit)
      if (value === null) return null
      return us && unit === 'mi' ? `${(value / us.size).toFixed(us.digits)} ${us.unit}` : text(value)
    },
  }
}

function ofText(name: TextName): CarFact {
  const { label, isPrivate, isDay } = getTextFact(name)
  return {
    label,
    text: ({ [name]: text }) => (isDay && text ? formatCalendarDay(text) : text),
    ...((isPrivate || isDay) && { isRare: true }),
  }
}

function ofChoice(name: ChoiceName): CarFact {
  const { label, isOffer, isUnknownShown }: ChoiceFact = choiceFacts[name]
  return {
    label,
    text: ({ [name]: value }) => value && getOptionLabel(name, value),
    ...(isOffer && { isRare: true }),
    ...(isUnknownShown && { isUnknownShown }),
  }
}
