import * as z from 'zod'
import { email } from './fields.ts'

/** How long the link that confirms a subscription works. */
export const CONFIRMATION_DAYS = 7

export const newsletterInput = z.object({ email })
export const newsletterParams = z.object({
  token: z.string('Use the whole link from the newsletter.').regex(/^[\w-]{10,64}$/),
})

/** What a mail program posts for its reader (RFC 8058, section 3.1). */
export const oneClickInput = z.object({
  'List-Unsubscribe': z.literal('One-Click', 'Send One-Click here.'),
})
