import * as z from 'zod'
import { line } from './api/fields.ts'

/** The contact details of this installation's operator. Unset details are null and hidden. */
export const contact = z.object({
  email: z.email('must be an email address').max(254).nullable(),
  phone: line(40).nullable(),
  /** The link that dials the phone number, built by the server so that pages need no code for it. */
  phoneLink: z
    .string()
    .regex(/^tel:\+?\d{1,40}(;ext=\d{1,40})?$/, 'must be a link that dials a number')
    .nullable()
    .optional(),
  /** The team's phone hours. */
  hours: line(120).nullable(),
  /** The postal address, on one line. */
  address: line(200).nullable(),
})

export type Contact = z.infer<typeof contact>
