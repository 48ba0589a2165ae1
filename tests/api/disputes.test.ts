import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { call } from '../support/api-client.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { carOnList, pay } from './sale-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

it('notifies every admin once about a payment dispute and once about its outcome', async () => {
  const { buyer, admin } = app.people
  const { intentId } = await pay(app, buyer, (await carOnList(app, buyer)).purchasedItemID)
  const dispute = { id: 'du_1', object: 'dispute', amount: 2_490_000, payment_intent: intentId }
  for (const id of ['evt_1', 'evt_1', 'evt_2'])
    await send(id, 'charge.dispute.created', { ...dispute, status: 'needs_response' })
  await send('evt_3', 'charge.dispute.closed', { ...dispute, status: 'lost' })
  await send('evt_4', 'charge.dispute.closed', {
    ...dispute,
    payment_intent: 'pi_of_somebody_else',
    status: 'lost',
  })

  const messages = async () =>
    (await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', { token: admin.token })).body
  await expect
    .poll(async () => (await messages()).map(({ subject }) => subject).toSorted())
    .toEqual([
      'Dispute lost: 2021 Audi A4 Avant 40 TFSI, $24,900',
      'Payment disputed: 2021 Audi A4 Avant 40 TFSI, $24,900',
    ])
  expect((await messages())[0]).toMatchObject({ kind: 'disputed', link: '/dashboard/payments' })
  const audit = await call<EndpointOutput<'listAudit'>>(app.url, 'listAudit', { token: admin.token })
  expect(audit.body.map(({ action, subject, detail }) => [action, subject, detail]).toSorted()).toEqual([
    ['dispute-lost', '2021 Audi A4 Avant 40 TFSI', '$24,900'],
    ['dispute-opened', '2021 Audi A4 Avant 40 TFSI', '$24,900'],
  ])
  const { body } = await call<EndpointOutput<'listMessages'>>(app.url, 'listMessages', {
    token: buyer.token,
  })
  expect(body.map(({ kind }) => kind)).toEqual(['receipt'])
})

async function send(id: string, type: string, object: object): Promise<void> {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload,
    secret: app.webhookSecret,
  })
  const response = await fetch(`${app.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  })
  expect(response.status).toBe(200)
}
