import * as z from 'zod'
import { text } from '../api/fields.ts'
import { judgeVin } from './vin.ts'

/**
 * A typed or scanned VIN, converted to uppercase without spaces and dashes. A placeholder becomes an empty
 * string.
 */
export const anyVin = z
  .string('Enter a VIN.')
  .max(100, 'Enter a VIN.')
  .check(({ value, issues }) => {
    const { errorMessage } = judgeVin(value)
    if (errorMessage !== null) issues.push({ code: 'custom', input: value, message: errorMessage })
  })
  .transform((value) => judgeVin(value).vin)

export const vinText = anyVin.pipe(z.string().min(1, 'Enter a VIN.'))

/** A dealer's own number for a car, as printed on the key tag. */
export const stockNumber = text(20).regex(/^[^\r\n\t]*$/, 'Use one line.')
