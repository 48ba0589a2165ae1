import * as z from 'zod'
import { line } from './api/fields.ts'

/** The contact details of this installation's operator. Details that are not set are null and hidden. */
export const contact = z.object({
  email: z.email('must be an email address').max(254).nullable(),
  /** The phone number in its display format. */
  phone: line(40).nullable(),
  /** The link that dials the phone number. The server builds it, so pages need not load the code for that. */
  phoneLink: z
    .string()
    .regex(/^tel:\+?\d{1,40}(;ext=\d{1,40})?$/, 'must be a link that dials a number')
    .nullable()
    .optional(),
  /** The hours during which calls are taken. */
  hours: line(120).nullable(),
  /** The postal address, on one line. */
  address: line(200).nullable(),
})

export type Contact = z.infer<typeof contact>
