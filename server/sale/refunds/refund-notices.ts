import { pagePath, pages } from '../../../contract/pages.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Notice } from '../../core/messages/notify.ts'
import { isReservation, type Payment } from '../records/payment.repository.ts'

const BANKS = 'It usually shows up within 5–10 days.'

/**
 * Builds the notices to the buyer and the seller when a payment, or the remainder of it, has been refunded. Returns
 * none if partial refunds have already returned all of it.
 */
export function refundNotices(payment: Payment): Notice[] {
  const { carName: car, refundReason: reason } = payment
  if (payment.refundedAmount >= payment.amount) return []
  const amount = formatMoney(payment.amount - payment.refundedAmount)
  const subject = `Refunded: ${car}, ${amount}`
  if (isReservation(payment)) return depositNotices(payment, amount)
  const toSeller = payment.isSale
    ? `We refunded ${amount} for your ${car} to the buyer. Reason: ${reason}.`
    : `A payment of ${amount} for your ${car} came in too late to complete the sale, so we refunded the buyer.`
  return [
    {
      ...ofBuyer(payment),
      subject,
      body: `We refunded ${amount} for the ${car} to your card. Reason: ${reason}. ${BANKS}`,
    },
    { ...ofSeller(payment), subject, body: toSeller },
  ]
}

function depositNotices(payment: Payment, amount: string): Notice[] {
  const { carName: car, refundReason: reason } = payment
  const subject = `Deposit refunded: ${car}, ${amount}`
  return [
    {
      ...ofBuyer(payment),
      subject,
      body: `We refunded your deposit of ${amount} for the ${car} to your card. Reason: ${reason}. ${BANKS}`,
    },
    {
      ...ofSeller(payment),
      subject,
      body: `We refunded the deposit of ${amount} for your ${car} to the buyer. Reason: ${reason}.`,
    },
  ]
}

/** Builds the notices about the end of a reservation whose deposit cannot be refunded while a bank holds it. */
export function buildHeldDepositNotices(payment: Payment): Notice[] {
  const { carName: car, refundReason: reason } = payment
  const amount = formatMoney(payment.amount - payment.refundedAmount)
  const subject = `Reservation ended: ${car}`
  return [
    {
      ...ofBuyer(payment),
      subject,
      body: `Your reservation of the ${car} has ended. Reason: ${reason}. Your bank holds your deposit of ${amount} because the payment was disputed, and decides about it. If it doesn’t return the deposit to you, we refund it.`,
    },
    {
      ...ofSeller(payment),
      subject,
      body: `The reservation of your ${car} has ended, and other buyers can buy it. Reason: ${reason}. The buyer’s bank holds the deposit of ${amount} because the payment was disputed.`,
    },
  ]
}

/** Builds the notices about a deposit that the bank has returned to the buyer, which ends the reservation. */
export function buildBankReturnNotices(payment: Payment, returned: number): Notice[] {
  const { carName: car } = payment
  const amount = formatMoney(returned)
  const subject = `Deposit returned: ${car}, ${amount}`
  return [
    {
      ...ofBuyer(payment),
      subject,
      body: `Your bank returned your deposit of ${amount} for the ${car} to you, so we don’t refund it. The reservation has ended.`,
    },
    {
      ...ofSeller(payment),
      subject,
      body: `The buyer’s bank returned the deposit of ${amount} for your ${car} to the buyer. The reservation has ended.`,
    },
  ]
}

/**
 * Builds the notices about a partial refund. The seller gets none if the payment is neither of a sale nor a deposit.
 * @param reasons the reasons that our admins entered; Stripe provides none
 */
export function buildPartNotices(payment: Payment, partAmount: number, reasons: readonly string[]): Notice[] {
  const { carName: car } = payment
  const [amount, total] = [formatMoney(partAmount), formatMoney(sumPaidAmount(payment))]
  const isDeposit = isReservation(payment)
  const subject = `Partial refund: ${car}, ${amount} of ${total}`
  const reasonText = reasons.map((reason) => ` Reason: ${reason}.`).join('')
  const toBuyer = `We refunded ${amount} of ${isDeposit ? `your deposit of ${total}` : `the ${total} you paid`} for the ${car} to your card.${reasonText} ${BANKS}`
  const toSeller = `We refunded ${amount} of the ${isDeposit ? `deposit of ${total}` : `${total} paid`} for your ${car} to the buyer.${reasonText}`
  return [
    { ...ofBuyer(payment), subject, body: toBuyer },
    ...(payment.isSale || isDeposit ? [{ ...ofSeller(payment), subject, body: toSeller }] : []),
  ]
}

/** Returns the amount of a payment with the deposit that was credited to its sale, in cents. */
function sumPaidAmount({ amount, otherAmount, isDeposit }: Payment): number {
  return isDeposit ? amount : amount + otherAmount
}

/** Builds the notice to the buyer when the bank has returned a refund. */
export function buildReturnedNotice(payment: Payment, returned: number): Notice {
  const { carName: car } = payment
  const amount = formatMoney(returned)
  return {
    ...ofBuyer(payment),
    subject: `Your refund didn’t arrive: ${car}, ${amount}`,
    body: `Your bank returned your ${amount} refund for the ${car}. We’re on it and will send it again.`,
  }
}

function ofBuyer(payment: Payment) {
  const { id: paymentId, buyerId: userId, carId, purchaseId } = payment
  // Only a sale has a receipt.
  const link = isReservation(payment) ? pages.purchases.path : pagePath('receipt', { id: purchaseId })
  return { userId, kind: 'refunded' as const, link, carId, paymentId }
}

function ofSeller(payment: Payment) {
  const { sellerId: userId, carId } = payment
  return { userId, kind: 'refunded' as const, link: pages.sales.path, carId }
}
