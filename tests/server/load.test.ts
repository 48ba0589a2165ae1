import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { watchLoad } from '../../server/http/load.ts'
import { call } from '../support/api-client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

describe('a server with more to do than it can', () => {
  let server: TestServer
  let isTooHigh = false
  beforeAll(async () => {
    server = await startTestServer({ context: { load: { isTooHigh: () => isTooHigh, close: () => {} } } })
  })
  afterAll(() => server.close())

  it('refuses at once, says when to come back, and takes requests on again after', async () => {
    isTooHigh = true
    const refused = await call(server.url, 'listReports')
    expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    expect(refused.headers.get('retry-after')).toBe('3')
    isTooHigh = false
    expect((await call(server.url, 'listReports')).status).toBe(401)
  })

  it('still answers whoever watches over it, Stripe, and what it has ready', async () => {
    isTooHigh = false
    expect((await call(server.url, 'listCategories')).status).toBe(200)
    isTooHigh = true
    expect((await call(server.url, 'listCategories')).status).toBe(200)
    expect((await call(server.url, 'getHealth')).status).toBe(200)
    expect((await call(server.url, 'getReadiness')).status).toBe(200)
    expect((await call(server.url, 'getMetrics')).status).toBe(200)
    expect((await call(server.url, 'stripeWebhook', { body: {} })).body).toMatchObject({
      code: 'invalid-signature',
    })
  })
})

describe('the load', () => {
  it('is too high while turn after turn comes late, and no longer', async () => {
    const load = watchLoad(50, 200)
    const busyUntil = async (isDone: () => boolean, turnMs: number) => {
      const giveUpAt = performance.now() + 10_000
      while (!isDone() && performance.now() < giveUpAt) {
        block(turnMs)
        await setImmediate()
      }
    }
    try {
      expect(load.isTooHigh()).toBe(false)
      await busyUntil(() => load.isTooHigh(), 120)
      expect(load.isTooHigh()).toBe(true)
      await expect.poll(() => load.isTooHigh(), { timeout: 10_000 }).toBe(false)
    } finally {
      load.close()
    }
  })
})

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}
