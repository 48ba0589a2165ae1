import { parseAddress } from '../formats/address.ts'
import { createRequirements } from './required-fields.ts'
import { photoRules } from './photo-rules.ts'
import { createWarning, type Rule } from './reason.ts'

const meta = createRequirements('Meta')

/**
 * Meta's reasons to exclude, or possibly exclude, a car from an automotive inventory feed. They cover required
 * fields (developers.facebook.com/docs/marketing-api/auto-ads/reference) and forbidden forms of catalog text
 * (facebook.com/business/help/120325381656392).
 */
export const metaRules: readonly Rule[] = [
  meta.dealer,
  meta.vin,
  meta.make,
  meta.model,
  meta.year,
  meta.body,
  meta.color,
  meta.price,
  meta.mileage,
  meta.mileageUnit,
  meta.description,
  meta.location,
  wholeAddress,
  allCapitals,
  links,
  ...photoRules('Meta', { isNeeded: true, pixels: 500 }),
]

function wholeAddress(...[{ car }]: Parameters<Rule>): ReturnType<Rule> {
  const { region } = parseAddress(car.location)
  if (car.location === '' || region !== null) return null
  const message = 'Meta asks for an address with city and state, such as Portland, OR 97201.'
  return createWarning('location', message, 'Enter the whole address.')
}

/**
 * Minimum number of letters in a description that is checked for all capitals. A shorter one may be a name.
 */
const MIN_LETTERS = 20

function allCapitals(...[{ car }]: Parameters<Rule>): ReturnType<Rule> {
  const letters = car.description.replace(/\P{L}/gu, '')
  if (letters.length < MIN_LETTERS || letters !== letters.toUpperCase()) return null
  return createWarning(
    'description',
    'Meta may reject a description that is all in capitals.',
    'Write it in sentences.',
  )
}

function links(...[{ car }]: Parameters<Rule>): ReturnType<Rule> {
  if (!/https?:\/\/|www\./i.test(car.description)) return null
  return createWarning('description', 'Meta may refuse a description with a link.', 'Leave the link out.')
}
