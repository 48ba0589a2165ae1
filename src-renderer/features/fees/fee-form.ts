import * as z from 'zod'
import { MAX_FEE_BASIS_POINTS, type feeInput, type FeeRate } from '../../../contract/fees.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'

const WRONG_PERCENT = 'Enter a percentage from 0 to 50, with at most two decimals.'
const WRONG_AMOUNT = 'Enter an amount, such as 25 or 49.90.'

const amount = z
  .string()
  .max(32, WRONG_AMOUNT)
  .refine((typed) => typed.trim() === '' || parsePrice(typed) !== null, WRONG_AMOUNT)

export interface FeeFormInput {
  percent: string
  minimum: string
  maximum: string
}

/** The fee's fields as typed. Empty amounts mean no limit. */
export const feeForm = z
  .object({
    percent: z.string().refine((typed) => toBasisPoints(typed) !== null, WRONG_PERCENT),
    minimum: amount,
    maximum: amount,
  })
  .refine((typed) => isOrdered(typed), { path: ['maximum'], message: 'Enter at least the lowest fee.' })

/** Parses a percentage such as `2`, `2.5`, or `2.25 %`. Returns null for anything else, and above 50 percent. */
export function toBasisPoints(typed: string): number | null {
  const [, whole, decimals = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?\s*%?$/.exec(typed.trim()) ?? []
  if (whole === undefined) return null
  const basisPoints = Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
  return basisPoints <= MAX_FEE_BASIS_POINTS ? basisPoints : null
}

export function toFormInput({ basisPoints, minimum, maximum }: FeeRate): FeeFormInput {
  return {
    percent: String(basisPoints / 100),
    minimum: minimum === 0 ? '' : toAmount(minimum),
    maximum: maximum === null ? '' : toAmount(maximum),
  }
}

/** Returns the request body for valid input. */
export function toFeeInput({ percent, minimum, maximum }: FeeFormInput): z.input<typeof feeInput> {
  return {
    basisPoints: toBasisPoints(percent) ?? 0,
    minimum: minimum.trim() || '0',
    maximum: maximum.trim() || null,
  }
}

/** Returns the rate for typed input, or null while it is invalid. */
export function toFeeRate(typed: FeeFormInput): FeeRate | null {
  const basisPoints = toBasisPoints(typed.percent)
  const minimum = typed.minimum.trim() === '' ? 0 : parsePrice(typed.minimum)
  const hasMaximum = typed.maximum.trim() !== ''
  const maximum = hasMaximum ? parsePrice(typed.maximum) : null
  if (basisPoints === null || minimum === null || (hasMaximum && maximum === null)) return null
  return { basisPoints, minimum, maximum }
}

function isOrdered(typed: FeeFormInput): boolean {
  const rate = toFeeRate(typed)
  return rate === null || rate.maximum === null || rate.minimum <= rate.maximum
}

function toAmount(minor: number): string {
  return formatMoney(minor).slice(1)
}
