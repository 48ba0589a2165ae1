import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../support/api-client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://cars.test', SANDBOX: 'on' } })
})
afterAll(() => server.close())

const subscribe = (email: string) => call(server.url, 'subscribe', { body: { email } })
const unsubscribe = (token: string) => call(server.url, 'unsubscribe', { params: { token } })

function mailsTo(email: string) {
  return server.ctx.db.selectFrom('mails').selectAll().where('recipient', '=', email).execute()
}

describe('the newsletter', () => {
  it('answers the same for a known address, and sends one mail', async () => {
    const first = await subscribe('ada@people.test')
    const again = await subscribe('ada@people.test')
    expect(first).toMatchObject({ status: 200, body: { acknowledged: true } })
    expect(again.body).toEqual(first.body)
    expect(await mailsTo('ada@people.test')).toHaveLength(1)
  })

  it('ends by the link in the mail, once', async () => {
    await subscribe('kit@people.test')
    const [mail] = await mailsTo('kit@people.test')
    const token = /https:\/\/cars\.test\/newsletter\/([\w-]+)/.exec(mail!.body)![1]!
    expect((await unsubscribe('another-token')).body).toEqual({ acknowledged: true, deletedCount: 0 })
    expect((await unsubscribe(token)).body).toEqual({ acknowledged: true, deletedCount: 1 })
    expect((await unsubscribe(token)).body).toEqual({ acknowledged: true, deletedCount: 0 })
    const left = await server.ctx.db
      .selectFrom('newsletter')
      .select('email')
      .where('email', '=', 'kit@people.test')
      .execute()
    expect(left).toEqual([])
  })

  it('keeps one row of many at the same time', async () => {
    await Promise.all(Array.from({ length: 6 }, () => subscribe('many@people.test')))
    expect(await mailsTo('many@people.test')).toHaveLength(1)
  })

  it('refuses what is no address and no token', async () => {
    expect(await subscribe('nobody')).toMatchObject({ status: 400, body: { errors: [{ path: 'email' }] } })
    expect((await unsubscribe('x')).status).toBe(400)
  })
})
