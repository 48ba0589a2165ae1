import type { Car } from '../../cars/car.ts'
import { judgeVin } from '../../../../contract/cars/vin.ts'
import { listModelYears } from '../../vins/model-years.ts'
import { createExclusion, createWarning, type Rule } from './reason.ts'

/** Returns a receiver's requirements, each with the rule that checks it. */
export function createRequirements(receiver: string) {
  const requires = (
    field: string,
    requirement: string,
    fix: string,
    isPresent: (car: Car) => boolean,
  ): Rule => {
    return ({ car }) =>
      isPresent(car) ? null : createExclusion(field, `${receiver} needs ${requirement}.`, fix)
  }
  return {
    make: requires('category_name', 'the make', 'Choose a make.', ({ make }) => make !== ''),
    model: requires('modelName', 'the model', 'Enter the model.', ({ modelName }) => modelName !== ''),
    year: requires('year', 'the model year', 'Enter the year.', ({ year }) => year !== null),
    mileage: requires('mileage', 'the mileage', 'Enter the mileage.', ({ mileage }) => mileage !== null),
    mileageUnit: requires(
      'mileageUnit',
      'the unit of the mileage',
      'Choose mi or km.',
      ({ mileage, mileageUnit }) => mileage === null || mileageUnit !== null,
    ),
    price: requires(
      'resellPrice',
      'a price above zero',
      'Enter a price in numbers.',
      (car) => (car.allInMinor ?? 0) > 0,
    ),
    location: requires(
      'location',
      'an address',
      'Enter where the car is.',
      ({ location }) => location !== '',
    ),
    body: requires('body', 'the body style', 'Choose a body.', ({ body }) => body !== null),
    color: requires('color', 'the color', 'Choose a color.', ({ color }) => color !== null),
    description: requires(
      'description',
      'a description',
      'Describe the car.',
      (car) => car.description !== '',
    ),
    vin: createVinRule(receiver),
    vinOfYear: createVinYearRule(receiver),
    dealer: createDealerRule(receiver),
  }
}

/**
 * Returns the rule that the seller is verified. The pages of other sellers show only the end of the VIN,
 * which does not match the VIN in the feed.
 */
function createDealerRule(receiver: string): Rule {
  return ({ car }) =>
    car.isSellerVerified
      ? null
      : createExclusion(
          null,
          `${receiver} takes cars from dealers, and compares the VIN with the car’s page. Until you’re verified, your pages show only the end of it.`,
          'Ask us to verify your account.',
        )
}

/**
 * The first model year with VINs in a standard form (49 CFR 565). Older cars have numbers in various forms.
 */
const FIRST_VIN_YEAR = 1981

function createVinRule(receiver: string): Rule {
  return ({ car: { vin, year } }) => {
    if (vin === null) return createExclusion('vin', `${receiver} needs the VIN.`, 'Enter the VIN.')
    if (year !== null && year < FIRST_VIN_YEAR) return null
    const { errorMessage, note } = judgeVin(vin)
    if (errorMessage !== null)
      return createExclusion('vin', `${receiver} refuses this VIN. ${errorMessage}`, 'Correct the VIN.')
    return note === null
      ? null
      : createWarning('vin', `${receiver} may refuse this VIN. ${note}`, 'Compare the VIN.')
  }
}

function createVinYearRule(receiver: string): Rule {
  return ({ car: { vin, year } }, now) => {
    if (vin === null || year === null || year < FIRST_VIN_YEAR) return null
    const years = listModelYears(vin, now)
    if (years.length === 0 || years.includes(year)) return null
    return createExclusion(
      'year',
      `The VIN is of model year ${years[0]}, so ${receiver} refuses ${year}.`,
      'Check the year.',
    )
  }
}
