import * as z from 'zod'
import { text } from '../api/fields.ts'
import { judgeVin } from './vin.ts'

/** A VIN as typed or scanned, read as capitals without spaces and dashes. It may be empty, as a placeholder is. */
export const anyVin = z
  .string('Enter a VIN.')
  .max(100, 'Enter a VIN.')
  .check(({ value, issues }) => {
    const { fault } = judgeVin(value)
    if (fault !== null) issues.push({ code: 'custom', input: value, message: fault })
  })
  .transform((value) => judgeVin(value).vin)

export const vinText = anyVin.pipe(z.string().min(1, 'Enter a VIN.'))

/** A dealer's own number for a car: one line, as it stands on the key's tag. */
export const stockNumber = text(20).regex(/^[^\r\n\t]*$/, 'Use one line.')
