import { formatMoney } from '../../contract/money.ts'
import type { Notice } from '../features/messages/notify.ts'
import type { PaymentRow } from '../features/payments/payment.repository.ts'

const BANKS = 'Banks usually show it within 5 to 10 days.'

/** What the buyer and the seller are told when all of a payment, or all that was left of it, has gone back. */
export function refundNotices(payment: PaymentRow): Notice[] {
  const { car_name: car, refund_reason: reason } = payment
  const amount = formatMoney(payment.amount - payment.refunded_amount)
  const subject = `Refunded: ${car}, ${amount}`
  const toSeller = payment.is_sale
    ? `The sale of ${car} was refunded: ${amount} went back to the buyer. Reason: ${reason}.`
    : `A payment of ${amount} for ${car} came too late to be a sale and went back to the buyer.`
  return [
    {
      ...ofBuyer(payment),
      subject,
      body: `${amount} for ${car} goes back to your card. Reason: ${reason}. ${BANKS}`,
    },
    { ...ofSeller(payment), subject, body: toSeller },
  ]
}

/** What they are told when a part of it has. The seller hears nothing of what never became a sale. */
export function partNotices(payment: PaymentRow, part: number): Notice[] {
  const { car_name: car } = payment
  const [amount, whole] = [formatMoney(part), formatMoney(payment.amount)]
  const subject = `Refunded in part: ${car}, ${amount} of ${whole}`
  const toBuyer = `${amount} of the ${whole} that you paid for ${car} goes back to your card. ${BANKS}`
  const toSeller = `${amount} of the ${whole} paid for ${car} went back to the buyer.`
  return [
    { ...ofBuyer(payment), subject, body: toBuyer },
    ...(payment.is_sale ? [{ ...ofSeller(payment), subject, body: toSeller }] : []),
  ]
}

/** What the buyer is told when the bank has sent a refund back. */
export function returnedNotice(payment: PaymentRow, returned: number): Notice {
  const { car_name: car } = payment
  const amount = formatMoney(returned)
  return {
    ...ofBuyer(payment),
    subject: `Your refund did not arrive: ${car}, ${amount}`,
    body: `Your bank sent ${amount} for ${car} back. We look after it and pay it out again.`,
  }
}

function ofBuyer(payment: PaymentRow) {
  const link = `/dashboard/purchases/${payment.purchase_id}`
  return { userId: payment.buyer_id, kind: 'refunded' as const, link }
}

function ofSeller(payment: PaymentRow) {
  return { userId: payment.seller_id, kind: 'refunded' as const, link: '/dashboard/sales' }
}
