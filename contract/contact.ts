import * as z from 'zod'

/** How to reach who runs this Kerblight. What is not set is null, and shown nowhere. */
export const contact = z.object({
  email: z.string().nullable(),
  /** As people write it. */
  phone: z.string().nullable(),
  /** When somebody answers. */
  hours: z.string().nullable(),
  /** The postal address, on one line. */
  address: z.string().nullable(),
})

export type Contact = z.infer<typeof contact>

/** The link that calls a number (RFC 3966): its digits, and the plus of an international one. */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/(?!^\+)\D/g, '')}`
}
