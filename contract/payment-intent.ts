import * as z from 'zod'
import { isoTime } from './api/fields.ts'

/** The states of a received payment. */
export const paymentStates = ['paid', 'refund-pending', 'refund-failed', 'refunded'] as const

export const intentResult = z.object({
  clientSecret: z.string(),
  attemptID: z.string(),
  purchasedItemID: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  /** The end of this buyer's hold on the car. */
  heldUntil: isoTime,
})
