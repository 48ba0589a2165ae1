import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { listPayments } from './payment.repository.ts'
import { refundPayment, releaseAttempt, savePayment } from './payment.service.ts'
import { listSalesByMonth } from './sales-by-month.ts'
import { startPayment } from './start-payment.ts'
import { receiveStripeEvent } from './webhook.service.ts'

export const paymentRoutes: Handlers<
  | 'createPaymentIntent'
  | 'cancelAttempt'
  | 'savePayment'
  | 'listPayments'
  | 'listSalesByMonth'
  | 'refundPayment'
  | 'stripeWebhook'
> = {
  createPaymentIntent: startPayment,
  cancelAttempt: releaseAttempt,
  savePayment,
  listPayments: async ({ ctx, query, req }) => pageAnswer(await listPayments(ctx.db, query), req),
  listSalesByMonth,
  refundPayment,
  stripeWebhook: async ({ ctx, req }) => {
    await receiveStripeEvent(
      ctx,
      Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0),
      req.get('Stripe-Signature'),
    )
    return { received: true }
  },
}
