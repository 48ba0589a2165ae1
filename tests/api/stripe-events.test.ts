import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../support/api-client.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { countDatabaseWrites } from './requests.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ stripe: { webhooks: 'hold' } })
})
afterAll(() => app?.close())

/** Sends an arbitrary payload with a signature like Stripe's (docs.stripe.com/webhooks#verify-manually). */
function send(
  payload: string | Buffer,
  sentPayload: string | Buffer = payload,
  headers: Record<string, string> = {},
) {
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', app.webhookSecret)
    .update(`${timestamp}.`)
    .update(payload)
    .digest('hex')
  return call(app.url, 'stripeWebhook', {
    body: sentPayload,
    headers: { 'stripe-signature': `t=${timestamp},v1=${signature}`, ...headers },
  })
}

const event = (id: string, fields: object = {}) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'payment_intent.created',
    data: { object: { object: 'payment_intent', id: 'pi_unknown' } },
    ...fields,
  })

describe('a payload signed by Stripe', () => {
  it('is accepted if it is an uncompressed event', async () => {
    expect(await send(event('evt_plain'))).toMatchObject({ status: 200, body: { received: true } })
    const bytes = event('evt_packed')
    const packed = await send(bytes, gzipSync(bytes), { 'content-encoding': 'gzip' })
    expect(packed).toMatchObject({ status: 415, body: { code: 'unsupported-media-type' } })
  })

  it.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['half an event', event('evt_half').slice(0, -5)],
    ['two events', event('evt_1') + event('evt_2')],
    ['a NUL byte', '\0'],
    ['an event in UTF-16', Buffer.from(event('evt_16'), 'utf16le')],
  ])('is rejected as invalid JSON if it contains %s', async (_, payload) => {
    const writesBefore = await countDatabaseWrites(app)
    expect((await send(payload)).body).toMatchObject({ status: 400, code: 'invalid-json' })
    expect(await countDatabaseWrites(app)).toBe(writesBefore)
  })

  it.each([
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"evt_1"'],
    ['a list', `[${event('evt_1')}]`],
    ['an object without a field', '{}'],
    ['an event without an id', event('evt_1', { id: undefined })],
    ['an event with an empty id', event('')],
    ['an event with a list as its id', event('evt_1', { id: ['evt_1'] })],
    ['an event with an endless id', event('e'.repeat(1000))],
    ['an event with a NUL character in its id', event('evt_\0')],
    ['an event without a type', event('evt_1', { type: undefined })],
    ['an event about nothing', event('evt_1', { data: undefined })],
    ['an event about a null', event('evt_1', { data: { object: null } })],
    ['an event about something without a kind', event('evt_1', { data: { object: { id: 'pi_1' } } })],
    ['a nest of objects', '{"data":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ])('is rejected as an invalid event if it contains %s', async (_, payload) => {
    const writesBefore = await countDatabaseWrites(app)
    expect((await send(payload)).body).toMatchObject({ status: 400, code: 'invalid-input' })
    expect(await countDatabaseWrites(app)).toBe(writesBefore)
  })

  it('has a signature that is valid only for its bytes, and only for a short time', async () => {
    const bytes = event('evt_stale')
    const rejection = { status: 400, body: { code: 'invalid-signature' } }
    expect(await send(bytes, event('evt_other'))).toMatchObject(rejection)
    expect(await send(bytes, `${bytes} `)).toMatchObject(rejection)
    // The SDK signs strings, so bytes that are not valid UTF-8 become a different payload.
    expect(await send(Buffer.from('"\xff"', 'latin1'))).toMatchObject(rejection)
    expect(await send(bytes, bytes, { 'stripe-signature': '' })).toMatchObject(rejection)
    expect(await send(bytes, bytes, { 'stripe-signature': 't=,v1=' })).toMatchObject(rejection)
    expect(await send(bytes, bytes, { 'stripe-signature': 't=1,v1=00' })).toMatchObject(rejection)
  })
})
