import * as z from 'zod'
import { line } from './api/fields.ts'

/** The contact details of this installation's operator. Unset details are null and are not shown. */
export const contact = z.object({
  email: z.email('must be an email address').max(254).nullable(),
  /** The phone number as people write it. */
  phone: line(40).nullable(),
  /** The link that dials the phone number. The server builds it, so that no page loads the code for it. */
  phoneLink: z
    .string()
    .regex(/^tel:\+?\d{1,40}(;ext=\d{1,40})?$/, 'must be a link that dials a number')
    .nullable()
    .optional(),
  /** The hours when calls are answered. */
  hours: line(120).nullable(),
  /** The postal address, on one line. */
  address: line(200).nullable(),
})

export type Contact = z.infer<typeof contact>
