import * as z from 'zod'
import { email } from './fields.ts'

export const newsletterInput = z.object({ email })
export const newsletterParams = z.object({
  token: z.string('Use the whole link from the newsletter.').regex(/^[\w-]{10,64}$/),
})
