import { formatMoney } from '../../contract/money.ts'
import { findPayout } from '../../server/sale/records/payout.repository.ts'
import { expected } from '../bootstrap/print.cjs'
import type { Market } from './market.ts'

const PRICE = '24,900'

/** A car that was paid for. */
export interface Sale {
  purchaseId: string
  paymentId: string
  intentId: string
}

/** Lists a car, and pays for it with a test card of Stripe. */
export async function payForCar({ call, stripe }: Market, card: string): Promise<Sale> {
  const car = await call('seller', 'addCar', {
    body: {
      category_name: 'Audi',
      condition: 'Good',
      modelName: 'A4 Avant 40 TFSI',
      selllerContact: '555-0100',
      usageTime: '3 years',
      originalPrice: '41,000',
      resellPrice: PRICE,
    },
  })
  const item = { carID: car.insertedId, buyerContact: '555-0111', meetingPlace: 'Station parking lot' }
  const purchaseId = (await call('buyer', 'addPurchase', { body: item })).insertedId
  const purchase = { purchasedItemID: purchaseId, sellingPrice: PRICE }
  const { clientSecret } = await call('buyer', 'createPaymentIntent', { body: purchase })
  const intentId = clientSecret.split('_secret_')[0]!
  const intent = await stripe.paymentIntents.confirm(intentId, { payment_method: card })
  check(intent.status === 'succeeded', `The payment’s status is ${intent.status} instead of succeeded.`)
  check(intent.transfer_group === purchaseId, 'The payment does not have the deal’s transfer group.')
  const { insertedId } = await call('buyer', 'savePayment', {
    body: { ...purchase, transactionID: intentId },
  })
  check(insertedId !== undefined, 'The payment was not recorded.')
  return { purchaseId, paymentId: insertedId!, intentId }
}

/** Confirms the handover as the buyer, which starts the payout. */
export async function confirmHandover({ call }: Market, { purchaseId }: Sale): Promise<void> {
  await call('buyer', 'confirmReceived', { params: { purchaseID: purchaseId } })
}

/** Checks the Stripe transfer to the seller. Returns it in words. */
export async function checkTransfer({ ctx, stripe }: Market, { purchaseId }: Sale): Promise<string> {
  const payout = await findPayout(ctx.db, purchaseId)
  if (payout?.state !== 'sent')
    throw expected(`The payout was not sent: ${payout?.failure ?? 'Stripe did not respond.'}`)
  const { data } = await stripe.transfers.list({ transfer_group: purchaseId })
  check(data.length === 1, `The deal has ${data.length} transfers instead of one.`)
  const [transfer] = data
  check(transfer!.amount === payout.amount, 'The transfer’s amount differs from the payout.')
  check(transfer!.destination === payout.accountId, 'The transfer went to another account.')
  return `${transfer!.id}: ${formatMoney(payout.amount)}, after a fee of ${formatMoney(payout.fee)}`
}

/** Refunds the payment in full, which also reverses the seller's share. */
export async function refundPayment({ call, stripe }: Market, sale: Sale): Promise<string> {
  await call('admin', 'refundPayment', { params: { id: sale.paymentId }, body: { reason: 'Rehearsal' } })
  const { data } = await stripe.refunds.list({ payment_intent: sale.intentId })
  check(data.length === 1, `The payment has ${data.length} refunds instead of one.`)
  return `${data[0]!.id}: ${formatMoney(data[0]!.amount)}, ${data[0]!.status}`
}

/** Checks that the transfer was reversed in full. Returns the reversal as text. */
export async function checkReversal({ stripe }: Market, { purchaseId }: Sale): Promise<string> {
  const { data: transfers } = await stripe.transfers.list({ transfer_group: purchaseId })
  const { id, amount, amount_reversed: reversed } = transfers[0]!
  check(
    reversed === amount,
    `Stripe reversed ${formatMoney(reversed)} of ${formatMoney(amount)}. The account’s balance may be too low.`,
  )
  const { data } = await stripe.transfers.listReversals(id)
  check(data.length === 1, `The transfer has ${data.length} reversals instead of one.`)
  return `${data[0]!.id}: ${formatMoney(reversed)}`
}

/**
 * Verifies a condition of the rehearsal.
 * @throws an expected error with `failure` if the condition is false
 */
export function check(condition: boolean, failure: string): void {
  if (!condition) throw expected(failure)
}
