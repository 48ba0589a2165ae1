import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PaymentsGateway } from '../../server/gateways/payments/payments.ts'
import { withStripeProblem } from '../../server/gateways/payments/stripe-client.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app?.close())

const order = {
  amount: 0,
  currency: 'usd',
  metadata: {},
  description: 'Audi A4',
  transferGroup: 'group',
  idempotencyKey: 'refused-intent',
}
const pages = { returnUrl: 'https://example.test/a', refreshUrl: 'https://example.test/b' }

const refused: [string, (payments: PaymentsGateway) => Promise<unknown>][] = [
  ['a new payment', (payments) => payments.createIntent(order)],
  ['a missing payment', (payments) => payments.getIntent('pi_missing')],
  ['the cancellation of a missing payment', (payments) => payments.cancelIntent('pi_missing')],
  ['a missing refund', (payments) => payments.getRefund('re_missing')],
  ['a missing account', (payments) => payments.getAccount('acct_missing')],
  [
    'a link to a missing account',
    (payments) => payments.createAccountLink({ accountId: 'acct_missing', ...pages }),
  ],
  ['a missing dispute', (payments) => payments.getDispute('du_missing')],
  ['evidence for a missing dispute', (payments) => payments.updateDispute('du_missing', {}, false)],
  ['the reversals of a missing transfer', (payments) => payments.listReversals('tr_missing')],
]

describe('a refusal by Stripe', () => {
  it.each(refused)('is not reported as an outage: %s', async (_what, request) => {
    await expect(request(app.ctx.payments)).rejects.toMatchObject({ code: 'stripe-refused' })
  })
})

describe('another failure at Stripe', () => {
  const { StripeAuthenticationError, StripeConnectionError, StripePermissionError } = Stripe.errors
  const { StripeAPIError, StripeIdempotencyError, StripeRateLimitError } = Stripe.errors

  it.each([
    ['no connection', new StripeConnectionError({ message: 'ECONNREFUSED', type: 'api_error' })],
    ['a server error', new StripeAPIError({ statusCode: 500, type: 'api_error' })],
    ['too many requests', new StripeRateLimitError({ statusCode: 429, type: 'invalid_request_error' })],
    [
      'too many requests as a bad request',
      new StripeRateLimitError({ statusCode: 400, code: 'rate_limit', type: 'invalid_request_error' }),
    ],
    ['a wrong key', new StripeAuthenticationError({ statusCode: 401, type: 'invalid_request_error' })],
    ['a key without permission', new StripePermissionError({ statusCode: 403, type: 'api_error' })],
    [
      'the same request in flight',
      new StripeIdempotencyError({ statusCode: 409, type: 'idempotency_error' }),
    ],
  ])('is reported as an outage: %s', async (_what, error) => {
    await expect(withStripeProblem(Promise.reject(error))).rejects.toMatchObject({
      code: 'service-unavailable',
      headers: { 'Retry-After': '5' },
    })
  })
})
