import type { Car } from '../../cars/car.ts'
import { judgeVin } from '../../../../contract/cars/vin.ts'
import { modelYears } from '../../vins/model-years.ts'
import { leftOut, warned, type Rule } from './reason.ts'

/**
 * Returns a receiver's requirements, each with the rule that checks it.
 * @param who the receiver's name
 */
export function neededBy(who: string) {
  const needs = (field: string, what: string, fix: string, isThere: (car: Car) => boolean): Rule => {
    return ({ car }) => (isThere(car) ? null : leftOut(field, `${who} needs ${what}.`, fix))
  }
  return {
    make: needs('category_name', 'the make', 'Choose a make.', ({ make }) => make !== ''),
    model: needs('modelName', 'the model', 'Enter the model.', ({ modelName }) => modelName !== ''),
    year: needs('year', 'the model year', 'Enter the year.', ({ year }) => year !== null),
    mileage: needs('mileage', 'the mileage', 'Enter the mileage.', ({ mileage }) => mileage !== null),
    mileageUnit: needs(
      'mileageUnit',
      'the unit of the mileage',
      'Choose mi or km.',
      ({ mileage, mileageUnit }) => mileage === null || mileageUnit !== null,
    ),
    price: needs(
      'resellPrice',
      'a price above zero',
      'Enter a price in numbers.',
      (car) => (car.priceMinor ?? 0) > 0,
    ),
    location: needs('location', 'an address', 'Enter where the car is.', ({ location }) => location !== ''),
    body: needs('body', 'the body style', 'Choose a body.', ({ body }) => body !== null),
    color: needs('color', 'the color', 'Choose a color.', ({ color }) => color !== null),
    description: needs('description', 'a description', 'Describe the car.', (car) => car.description !== ''),
    vin: vinNeededBy(who),
    vinOfYear: yearOfVinNeededBy(who),
    dealer: dealerNeededBy(who),
  }
}

/**
 * Returns the rule that the seller is verified. The pages of other sellers show only the end of the VIN,
 * which does not match the VIN in the feed.
 */
function dealerNeededBy(who: string): Rule {
  return ({ car }) =>
    car.isSellerVerified
      ? null
      : leftOut(
          null,
          `${who} takes cars from dealers, and compares the VIN with the car’s page. Until you’re verified, your pages show only the end of it.`,
          'Ask us to verify your account.',
        )
}

/**
 * The first model year with VINs in a standard form (49 CFR 565). Older cars have numbers in various forms.
 */
const FIRST_YEAR_OF_VINS = 1981

function vinNeededBy(who: string): Rule {
  return ({ car: { vin, year } }) => {
    if (vin === null) return leftOut('vin', `${who} needs the VIN.`, 'Enter the VIN.')
    if (year !== null && year < FIRST_YEAR_OF_VINS) return null
    const { errorMessage, note } = judgeVin(vin)
    if (errorMessage !== null)
      return leftOut('vin', `${who} refuses this VIN. ${errorMessage}`, 'Correct the VIN.')
    return note === null ? null : warned('vin', `${who} may refuse this VIN. ${note}`, 'Compare the VIN.')
  }
}

function yearOfVinNeededBy(who: string): Rule {
  return ({ car: { vin, year } }, now) => {
    if (vin === null || year === null || year < FIRST_YEAR_OF_VINS) return null
    const years = modelYears(vin, now)
    if (years.length === 0 || years.includes(year)) return null
    return leftOut(
      'year',
      `The VIN is of model year ${years[0]}, so ${who} refuses ${year}.`,
      'Check the year.',
    )
  }
}
