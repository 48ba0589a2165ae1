import type { paymentEndpoints } from '../../../contract/payments.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import { countRejected } from '../../http/count-rejected.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { countPayments, listPayments } from '../../sale/records/payment-lists.repository.ts'
import { receiveStripeEvent } from '../../sale/stripe/receive-event.ts'
import { refundPayment, releaseAttempt, savePayment } from './payment.service.ts'
import { toWirePayment } from './payment.wire.ts'
import { listSalesByMonth } from './sales-by-month.ts'
import { startPayment } from './start-payment.ts'

export const paymentRoutes: Handlers<keyof typeof paymentEndpoints> = {
  createPaymentIntent: startPayment,
  cancelAttempt: releaseAttempt,
  savePayment,
  listPayments: async ({ ctx, query, req }) =>
    pageResponse(await listPayments(ctx, query), req, toWirePayment),
  countPayments: ({ ctx, query }) => countPayments(ctx, query),
  listSalesByMonth,
  refundPayment,
  stripeWebhook: async ({ ctx, req }) => {
    const bytes = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0)
    await receiveStripeEvent(ctx, bytes, req.get('Stripe-Signature')).catch((rejection: unknown) =>
      isForged(rejection) ? countRejected(ctx, req, rejection) : Promise.reject(rejection),
    )
    return { received: true }
  },
}

function isForged(rejection: unknown): boolean {
  return rejection instanceof ProblemError && rejection.code === 'invalid-signature'
}
