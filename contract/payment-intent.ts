import * as z from 'zod'
import { isoTime } from './api/fields.ts'

export const intentResult = z.object({
  clientSecret: z.string(),
  attemptID: z.string(),
  purchasedItemID: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  /** The end of this buyer's hold on the car. */
  heldUntil: isoTime,
})
