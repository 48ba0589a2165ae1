import { convertMileage } from '../../../../contract/cars/mileage.ts'
import { formatMoney } from '../../../../contract/money.ts'
import { parseAddress } from '../formats/address.ts'
import { createRequirements } from './required-fields.ts'
import { photoRules } from './photo-rules.ts'
import { createWarning, type Rule } from './reason.ts'

const google = createRequirements('Google')

/**
 * Google's reasons to exclude, or possibly exclude, a car from a vehicle listings feed. They cover required
 * attributes and the VIN (developers.google.com/vehicle-listings/reference/feed-specification). They also
 * cover the restriction to dealers and the photos (developers.google.com/vehicle-listings/reference/policy).
 * Google does not publish its limits for prices and mileages by year, so these rules only warn.
 */
export const googleRules: readonly Rule[] = [
  google.dealer,
  google.vin,
  google.year,
  google.vinOfYear,
  google.make,
  google.model,
  google.price,
  google.mileage,
  google.mileageUnit,
  google.location,
  checkPriceRange,
  checkMileageRange,
  fullAddress,
  modelOnly,
  ...photoRules('Google', { isNeeded: false, pixels: 256 }),
]

/** Minimum prices in cents for cars up to an age in years. Older cars may have any price. */
const MIN_PRICES = [
  { age: 3, price: 200_000 },
  { age: 10, price: 50_000 },
]
const MAX_PRICE_CENTS = 500_000_000

function checkPriceRange(...[{ car }, now]: Parameters<Rule>): ReturnType<Rule> {
  const { year, allInMinor } = car
  if (year === null || !allInMinor) return null
  const age = now.getUTCFullYear() - year
  const minPrice = MIN_PRICES.find((limit) => age <= limit.age)?.price ?? 0
  if (allInMinor >= minPrice && allInMinor <= MAX_PRICE_CENTS) return null
  const message = `Google may refuse ${formatMoney(allInMinor)} as out of range for a car of ${year}.`
  return createWarning('resellPrice', message, 'Check whether a digit is missing or too many.')
}

const MAX_MILES_PER_YEAR = 60_000
const MAX_MILES = 1_000_000

function checkMileageRange(...[{ car }, now]: Parameters<Rule>): ReturnType<Rule> {
  const { year, mileage, mileageUnit } = car
  if (year === null || mileage === null || mileageUnit === null) return null
  const years = Math.max(1, now.getUTCFullYear() - year + 1)
  const miles = convertMileage(mileage, mileageUnit, 'mi')
  if (miles <= Math.min(MAX_MILES, years * MAX_MILES_PER_YEAR)) return null
  const message = `Google may refuse this mileage as out of range for a car of ${year}.`
  return createWarning('mileage', message, 'Check whether a digit is too many.')
}

function fullAddress(...[{ car }]: Parameters<Rule>): ReturnType<Rule> {
  if (car.location === '' || parseAddress(car.location).postalCode !== null) return null
  const message =
    'Google asks for an address with city, state, and ZIP code, such as 12 Main Street, Portland, OR 97201.'
  return createWarning('location', message, 'Enter the whole address.')
}

function modelOnly(...[{ car }]: Parameters<Rule>): ReturnType<Rule> {
  const { model, modelName, trim } = car
  const hasTrimInName = model !== null && modelName.length > model.length && modelName.startsWith(`${model} `)
  if (!hasTrimInName || trim !== null) return null
  const trimName = modelName.slice(model.length + 1)
  const message = `Google wants the model alone, as “${model}”, and “${trimName}” as the trim.`
  return createWarning('trim', message, 'Enter the trim.')
}
