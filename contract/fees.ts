import * as z from 'zod'
import { formatMoney } from './money.ts'
import { id, modified, priceText, wholeNumber } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

/** The platform's fee for a sale. The seller pays it; the buyer pays the listed price. */
export interface FeeRate {
  /** The fee's share of the price, in hundredths of a percent. */
  basisPoints: number
  /** The lowest and the highest fee in cents; the highest is null if the fee has no limit. */
  minimum: number
  maximum: number | null
}

/** The rate of an installation whose admins have not set one: 2 percent. */
export const defaultFeeRate: FeeRate = { basisPoints: 200, minimum: 0, maximum: null }

/**
 * Returns the fee for an amount that a buyer has paid and that was not refunded, rounded half up.
 * @param amount in cents
 * @returns cents, never more than the amount
 */
export function calculateFee(amount: number, { basisPoints, minimum, maximum }: FeeRate): number {
  const share = Math.floor((amount * basisPoints + 5000) / 10_000)
  return Math.min(amount, Math.max(minimum, Math.min(share, maximum ?? share)))
}

/** Describes a rate, such as `2%, at least $25, at most $500`. */
export function formatFeeRate({ basisPoints, minimum, maximum }: FeeRate): string {
  const lowest = minimum > 0 ? `, at least ${formatMoney(minimum)}` : ''
  const highest = maximum === null ? '' : `, at most ${formatMoney(maximum)}`
  return `${basisPoints / 100}%${lowest}${highest}`
}

const feeRate = z.object({
  basisPoints: z.number().int(),
  minimum: z.number().int(),
  maximum: z.number().int().nullable(),
})

const sellerRate = feeRate.extend({ sellerID: z.string(), sellerName: z.string(), sellerEmail: z.string() })

const fees = z.object({
  ...feeRate.shape,
  /** The sellers to whom the general rate does not apply. */
  sellers: z.array(sellerRate),
})

/** The highest fee that admins can set: 50 percent. */
export const MAX_FEE_BASIS_POINTS = 5000

export const feeInput = z.object({
  basisPoints: wholeNumber(
    0,
    MAX_FEE_BASIS_POINTS,
    'Enter a percentage from 0 to 50, with at most two decimals.',
  ),
  minimum: priceText.default('0'),
  /** The highest fee, in the format of typed prices; null for none. */
  maximum: priceText.nullable().default(null),
})

const sellerParams = z.object({ sellerID: id })

export type Fees = z.infer<typeof fees>

export const feeEndpoints = {
  getFees: {
    summary: 'Get the general fee and each seller’s individual fee',
    who: 'admin',
    output: fees,
    limit: 'R1',
  },
  setFee: {
    summary: 'Set the general fee for later sales',
    who: 'admin',
    body: feeInput,
    output: modified,
    limit: 'W1',
  },
  setSellerFee: {
    summary: 'Set an individual fee for a seller’s later sales',
    who: 'admin',
    params: sellerParams,
    body: feeInput,
    output: modified,
    problems: ['not-found', 'not-a-seller'],
    limit: 'W1',
  },
  deleteSellerFee: {
    summary: 'Remove a seller’s individual fee; the general fee applies to later sales',
    who: 'admin',
    params: sellerParams,
    output: modified,
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
