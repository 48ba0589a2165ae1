import * as z from 'zod'
import { MAX_FEE_AMOUNT_CENTS, type SellerFee } from '../../../contract/all-in-price.ts'
import { formatMoney, parsePrice, formatTypedPrice } from '../../../contract/money.ts'
import { sellerFeeName, sellerFeesInput } from '../../../contract/seller-fees.ts'

/** The fees as typed. */
export interface SellerFeesFormInput {
  fees: { name: string; amount: string }[]
}

const amount = z.string().refine((typed) => isAmount(parsePrice(typed)), {
  message: `Enter an amount from ${formatMoney(1)} to ${formatMoney(MAX_FEE_AMOUNT_CENTS)}.`,
})

const typedFees = z.object({ fees: z.array(z.object({ name: sellerFeeName, amount })) })

/** Converts the typed fees to the API's input, and checks them with the server's rules. */
export const sellerFeesForm = typedFees
  .transform(({ fees }) => ({
    fees: fees.map((fee) => ({ name: fee.name, amountMinor: parsePrice(fee.amount) ?? 0 })),
  }))
  .pipe(sellerFeesInput)

export function toFormInput(fees: readonly SellerFee[]): SellerFeesFormInput {
  return { fees: fees.map(({ name, amountMinor }) => ({ name, amount: formatTypedPrice(amountMinor) })) }
}

function isAmount(minor: number | null): boolean {
  return minor !== null && minor > 0 && minor <= MAX_FEE_AMOUNT_CENTS
}
