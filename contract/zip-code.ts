import * as z from 'zod'

const ENTER_ZIP = 'Enter a ZIP code of five digits, such as 44304.'
export const UNKNOWN_ZIP = 'We don’t know this ZIP code. Check its five digits.'

/**
 * A ZIP code, or an empty string for none. The four digits of a ZIP+4 code are removed, because they would
 * disclose the street.
 */
export const zipCode = z
  .string(ENTER_ZIP)
  .trim()
  .overwrite((typed) => typed.replace(/^(\d{5})-\d{4}$/, '$1'))
  .regex(/^(?:\d{5})?$/, ENTER_ZIP)
