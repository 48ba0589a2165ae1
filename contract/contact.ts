import * as z from 'zod'
import { line } from './api/fields.ts'

/** How to reach who runs this Kerblight. What is not set is null, and shown nowhere. */
export const contact = z.object({
  email: z.email('must be an email address').max(254).nullable(),
  /** As people write it. */
  phone: line(40).nullable(),
  /** The link that dials the phone number. The server builds it, so that no page loads the code for it. */
  phoneLink: z
    .string()
    .regex(/^tel:\+?\d{1,40}(;ext=\d{1,40})?$/, 'must be a link that dials a number')
    .nullable()
    .optional(),
  /** When somebody answers. */
  hours: line(120).nullable(),
  /** The postal address, on one line. */
  address: line(200).nullable(),
})

export type Contact = z.infer<typeof contact>
