import * as z from 'zod'

/** The form that an email client posts to unsubscribe its user (RFC 8058, section 3.1). */
export const oneClickInput = z.object({
  'List-Unsubscribe': z.literal('One-Click', 'Send One-Click here.'),
})
