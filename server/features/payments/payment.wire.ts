import { formatDayMonthYear } from '../../../contract/dates.ts'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { Payment as WirePayment } from '../../../contract/payments.ts'
import type { Attempt } from '../../sale/records/attempt.repository.ts'
import type { PaymentDetails } from '../../sale/records/payment-lists.repository.ts'

export function toWirePayment(payment: PaymentDetails): WirePayment {
  return {
    _id: payment.id,
    sellingPrice: payment.priceText,
    amount: payment.amount,
    transactionID: payment.intentId,
    buyerEmail: payment.buyerEmail,
    sellerEmail: payment.sellerEmail,
    carModelName: payment.carModelName,
    carName: payment.carName,
    purchasedItemID: payment.purchaseId,
    carID: payment.carId,
    paymentDate: formatDayMonthYear(payment.paidAt),
    paidAt: payment.paidAt,
    state: payment.state,
    deposit: payment.deposit,
    dispute: payment.dispute,
    refundedAmount: payment.refundedAmount,
    refundReason: payment.refundReason,
    creditedDepositMinor: payment.creditedDeposit,
  }
}

/**
 * Converts a payment attempt to its API form.
 * @param clientSecret the secret from Stripe; an attempt that is just being opened does not contain it yet
 */
export function toWireIntent(attempt: Attempt, clientSecret: string): EndpointOutput<'createPaymentIntent'> {
  return {
    clientSecret,
    attemptID: attempt.id,
    purchasedItemID: attempt.purchaseId,
    amount: attempt.amount,
    currency: attempt.currency,
    heldUntil: attempt.heldUntil,
  }
}
