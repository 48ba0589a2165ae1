import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendPendingConfirmations } from '../../server/features/newsletter/subscriber.service.ts'
import { sweep } from '../../server/jobs/jobs.ts'
import { call } from '../support/api-client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const HOUR = 3600
const DAY = 24 * HOUR

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://cars.test', SANDBOX: 'on' } })
})
afterAll(() => server.close())

const subscribe = (email: string) => call(server.url, 'subscribe', { body: { email } })
const confirm = (token: string) => call(server.url, 'confirmSubscription', { params: { token } })
const unsubscribe = (token: string) => call(server.url, 'unsubscribe', { params: { token } })

function mailsTo(email: string) {
  return server.ctx.db.selectFrom('mails').selectAll().where('recipient', '=', email).execute()
}

function find(email: string) {
  return server.ctx.db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst()
}

async function mailedToken(email: string): Promise<string> {
  const [mail] = await mailsTo(email)
  return /https:\/\/cars\.test\/newsletter\/([\w-]+)\/confirm$/m.exec(mail!.body)![1]!
}

describe('subscribing', () => {
  it('responds the same whether the address is new, unconfirmed, or subscribed', async () => {
    const responses = [await subscribe('ada@people.test'), await subscribe('ada@people.test')]
    await confirm(await mailedToken('ada@people.test'))
    responses.push(await subscribe('ada@people.test'))
    for (const { status, body } of responses) expect([status, body]).toEqual([200, { acknowledged: true }])
    expect(await mailsTo('ada@people.test')).toHaveLength(1)
  })

  it('takes effect only once the link in the email is opened', async () => {
    await subscribe('kit@people.test')
    expect(await find('kit@people.test')).toMatchObject({ confirmed_at: null })
    const token = await mailedToken('kit@people.test')
    expect((await confirm(token)).body).toEqual({ acknowledged: true, modifiedCount: 1 })
    const { confirmed_at } = (await find('kit@people.test'))!
    expect(confirmed_at).not.toBeNull()
    server.advance(60)
    expect((await confirm(token)).body).toEqual({ acknowledged: true, modifiedCount: 0 })
    expect(await find('kit@people.test')).toMatchObject({ confirmed_at })
  })

  it('accepts an address with capitals, and stores it in lowercase', async () => {
    const responses = [await subscribe('Jane@Example.com'), await subscribe('jane@example.COM')]
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(await find('jane@example.com')).toBeDefined()
    expect(await mailsTo('jane@example.com')).toHaveLength(1)
    const { status, body } = await subscribe('\u212aim@example.com')
    expect([status, body]).toMatchObject([400, { errors: [{ path: 'email' }] }])
  })

  it('cannot be confirmed by a link that was never sent', async () => {
    expect((await confirm('a-token-nobody-has')).body).toMatchObject({ status: 404, code: 'not-found' })
  })

  it('sends a mailbox at most one mail per hour, and three in total', async () => {
    const mails = async () => (await mailsTo('victim@people.test')).length
    await Promise.all(Array.from({ length: 6 }, () => subscribe('victim@people.test')))
    expect(await mails()).toBe(1)
    server.advance(HOUR - 60)
    await subscribe('victim@people.test')
    expect(await mails()).toBe(1)
    for (const expectedStatus of [2, 3, 3, 3]) {
      server.advance(HOUR)
      await subscribe('victim@people.test')
      expect(await mails()).toBe(expectedStatus)
    }
    const rows = server.ctx.db.selectFrom('subscribers').where('email', '=', 'victim@people.test')
    expect(await rows.select('id').execute()).toHaveLength(1)
  })

  it('counts tagged addresses as one mailbox, concurrently and sequentially', async () => {
    const tagged = ['boxed@people.test', ...Array.from({ length: 8 }, (_, n) => `boxed+${n}@people.test`)]
    const otherEmails = ['boxed@others.test', 'boxed+0@others.test', 'boxedin+0@people.test']
    const mails = async () => {
      const counts = await Promise.all(tagged.map(async (email) => (await mailsTo(email)).length))
      return counts.reduce((total, count) => total + count, 0)
    }
    for (const expectedCount of [1, 2, 3, 3]) {
      for (const { status, body } of await Promise.all(tagged.map(subscribe)))
        expect([status, body]).toEqual([200, { acknowledged: true }])
      expect(await mails()).toBe(expectedCount)
      await sendPendingConfirmations(server.ctx)
      expect(await mails()).toBe(expectedCount)
      server.advance(HOUR)
    }
    await subscribe(otherEmails[0]!)
    await subscribe(otherEmails[2]!)
    for (const [index, count] of [1, 0, 1].entries())
      expect(await mailsTo(otherEmails[index]!)).toHaveLength(count)
  })

  it('expires without confirmation within seven days, and its link becomes invalid', async () => {
    await subscribe('late@people.test')
    await subscribe('prompt@people.test')
    const token = await mailedToken('late@people.test')
    await confirm(await mailedToken('prompt@people.test'))
    server.advance(7 * DAY - 60)
    await sweep(server.ctx)
    expect(await find('late@people.test')).toBeDefined()
    server.advance(120)
    // The link must already be invalid, although the hourly sweep may not have run yet.
    expect((await confirm(token)).status).toBe(404)
    await sweep(server.ctx)
    expect(await find('late@people.test')).toBeUndefined()
    expect(await find('prompt@people.test')).toBeDefined()
  })

  it('rejects an invalid address and an invalid token', async () => {
    expect(await subscribe('nobody')).toMatchObject({ status: 400, body: { errors: [{ path: 'email' }] } })
    expect((await unsubscribe('x')).status).toBe(400)
    expect((await confirm('x')).status).toBe(400)
  })
})

describe('addresses added before confirmation was required', () => {
  it('get one confirmation request, and no newsletter until they confirm', async () => {
    const timestamp = server.ctx.now().toISOString()
    const oldSubscriber = { token: 'token-from-before', email: 'old@people.test', created_at: timestamp }
    await server.ctx.db
      .insertInto('subscribers')
      .values({ ...oldSubscriber, asked_at: null, asked_count: 0 })
      .execute()
    await sendPendingConfirmations(server.ctx)
    await sendPendingConfirmations(server.ctx)
    expect(await mailsTo('old@people.test')).toHaveLength(1)
    expect(await find('old@people.test')).toMatchObject({ confirmed_at: null, asked_count: 1 })
    expect(await mailedToken('old@people.test')).toBe('token-from-before')
  })
})

describe('unsubscribing', () => {
  const subscribed = async (email: string) => {
    await subscribe(email)
    return (await find(email))!.token
  }

  it('removes the address from the list once', async () => {
    const token = await subscribed('leaving@people.test')
    await confirm(await mailedToken('leaving@people.test'))
    expect((await unsubscribe('another-token')).body).toEqual({ acknowledged: true, deletedCount: 0 })
    expect((await unsubscribe(token)).body).toEqual({ acknowledged: true, deletedCount: 1 })
    expect((await unsubscribe(token)).body).toEqual({ acknowledged: true, deletedCount: 0 })
    expect(await find('leaving@people.test')).toBeUndefined()
  })

  it('works with the link of any newsletter ever sent to the address, even after resubscribing', async () => {
    const firstToken = await subscribed('back@people.test')
    await unsubscribe(firstToken)
    expect(await subscribed('back@people.test')).toBe(firstToken)
    expect((await unsubscribe(firstToken)).body).toMatchObject({ deletedCount: 1 })
    expect(await find('back@people.test')).toBeUndefined()
    expect(await subscribed('other@people.test')).not.toBe(firstToken)
  })

  it('is the only action of its link', async () => {
    const token = await subscribed('unasked@people.test')
    expect((await confirm(token)).status).toBe(404)
    expect(await find('unasked@people.test')).toMatchObject({ confirmed_at: null })
  })

  // RFC 8058, section 3.2 allows either form, without cookies and without a redirect.
  const multipartBody = new FormData()
  multipartBody.set('List-Unsubscribe', 'One-Click')
  it.each([
    ['a URL-encoded form', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    ['a multipart form', multipartBody],
  ])('is one POST of %s to the URL in the email', async (_, body) => {
    const token = await subscribed('one-click@people.test')
    const post = () =>
      fetch(`${server.url}/newsletter/${token}`, { method: 'POST', body, redirect: 'manual' })
    for (const deletedCount of [1, 0]) {
      const response = await post()
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ acknowledged: true, deletedCount })
    }
    expect(await find('one-click@people.test')).toBeUndefined()
    await server.ctx.db.deleteFrom('mails').where('recipient', '=', 'one-click@people.test').execute()
  })

  it('is not triggered by a POST with another body or by opening the URL', async () => {
    const token = await subscribed('scanned@people.test')
    const url = `${server.url}/newsletter/${token}`
    for (const body of [
      new URLSearchParams(),
      new URLSearchParams({ 'List-Unsubscribe': 'Two-Clicks' }),
      new URLSearchParams([
        ['List-Unsubscribe', 'One-Click'],
        ['List-Unsubscribe', 'One-Click'],
      ]),
      '{}',
    ])
      expect((await fetch(url, { method: 'POST', body })).status).toBeGreaterThanOrEqual(400)
    await fetch(url)
    expect(await find('scanned@people.test')).toBeDefined()
  })

  it.each([
    ['a form that ends in the middle', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form'],
    ['a form without a boundary', 'multipart/form-data', 'List-Unsubscribe=One-Click'],
    ['a form that is too long', 'application/x-www-form-urlencoded', `a=${'x'.repeat(20_000)}`],
  ])('rejects %s', async (_, type, body) => {
    const response = await fetch(`${server.url}/newsletter/a-token-nobody-has`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })
    expect([400, 413]).toContain(response.status)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })
})
