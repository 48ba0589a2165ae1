import * as z from 'zod'
import { id, isoTime, modified, requiredLine, wholeNumber } from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'
import { MAX_FEE_AMOUNT_CENTS, MAX_FEE_NAME_LENGTH, MAX_SELLER_FEES, type SellerFee } from './all-in-price.ts'
import { formatMoney } from './money.ts'

/** The fees that the price of a car or a purchase includes. */
export const includedFees = z.array(z.object({ name: z.string(), amountMinor: z.number().int() }))

export const sellerFeeName = requiredLine(MAX_FEE_NAME_LENGTH, 'Enter the fee’s name.')

const sellerFee = z.object({
  name: sellerFeeName,
  amountMinor: wholeNumber(
    1,
    MAX_FEE_AMOUNT_CENTS,
    `Enter an amount from ${formatMoney(1)} to ${formatMoney(MAX_FEE_AMOUNT_CENTS)}.`,
  ),
})

export const sellerFeesInput = z.object({
  fees: z
    .array(sellerFee, 'Send a list of fees.')
    .max(MAX_SELLER_FEES, `Enter up to ${MAX_SELLER_FEES} fees.`)
    .superRefine((fees, { addIssue }) => {
      for (const index of listRepeated(fees))
        addIssue({ code: 'custom', path: [index, 'name'], message: 'Another fee has this name.' })
    }),
})

/** Returns the positions of fees whose name, in any case, a fee before them has. */
function listRepeated(fees: readonly SellerFee[]): number[] {
  const names = fees.map(({ name }) => name.toLowerCase())
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []))
}

const sellerFees = z.object({ fees: includedFees })

/** A change of a seller's fees. The fees are lists, such as `Documentation fee $299, Preparation $150.50`. */
const sellerFeeChange = z.object({
  at: isoTime,
  /** The email address of the user who changed them. Empty if the account was deleted. */
  by: z.string(),
  before: z.string(),
  after: z.string(),
})

export const sellerFeeEndpoints = {
  getSellerFees: {
    summary: 'Get your seller fees, which the prices of your cars include; admins choose any seller',
    who: 'seller-or-admin',
    row: 'owner-or-admin',
    query: z.object({ seller: id.optional() }),
    output: sellerFees,
    problems: ['not-found'],
    limit: 'R1',
  },
  saveSellerFees: {
    summary: 'Replace your seller fees, which changes the prices of your cars except reserved and sold ones',
    who: 'seller-or-admin',
    needsConfirmedAddress: true,
    body: sellerFeesInput,
    output: modified,
    limit: 'W1',
  },
  listSellerFeeChanges: {
    summary: 'List the 20 latest changes of your seller fees, newest first; admins choose any seller',
    who: 'seller-or-admin',
    row: 'owner-or-admin',
    query: z.object({ seller: id.optional() }),
    output: z.array(sellerFeeChange),
    problems: ['not-found'],
    limit: 'R1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
