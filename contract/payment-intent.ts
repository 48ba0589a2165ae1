import * as z from 'zod'
import { isoTime } from './api/fields.ts'

export const intentResult = z.object({
  clientSecret: z.string(),
  attemptID: z.string(),
  purchasedItemID: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  /** The time until which the car is on hold for this buyer. */
  heldUntil: isoTime,
})
