import * as z from 'zod'
import { isoTime } from './fields.ts'

/** `starting`: Stripe is being asked. `over`: its time is up, and it is about to be let go. */
const holdStates = ['starting', 'held', 'over'] as const

/** A car that a buyer holds while paying for it, as admins see it. */
export const hold = z.object({
  _id: z.string(),
  carID: z.string(),
  carName: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  buyerEmailVerified: z.boolean(),
  /** What it is held at, in cents. */
  amount: z.number().int(),
  since: isoTime,
  until: isoTime,
  state: z.enum(holdStates),
})

export type Hold = z.infer<typeof hold>
