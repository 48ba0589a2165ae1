import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditEntry } from '../../contract/audit.ts'
import type { Message } from '../../contract/messages.ts'
import { notify } from '../../server/core/messages/notify.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

function sendMessage(userId: string, subject: string) {
  const notice = { userId, kind: 'sold' as const, subject, body: 'Paid in full.', link: '/dashboard/sales' }
  return notify(server.ctx.db, server.ctx, notice)
}

describe('messages', () => {
  it('are listed only for their user, newest first, and are also emailed', async () => {
    const user = await buildPerson(server.ctx)
    const otherUser = await buildPerson(server.ctx)
    await sendMessage(user.id, 'First')
    server.advance(1)
    await sendMessage(user.id, 'Second')
    await sendMessage(otherUser.id, 'Not yours')
    const { body, headers } = await call<Message[]>(server.url, 'listMessages', { token: user.token })
    expect(headers.get('x-total-count')).toBe('2')
    expect(body.map(({ subject }) => subject)).toEqual(['Second', 'First'])
    expect(body[0]).toEqual({
      _id: expect.any(String),
      kind: 'sold',
      subject: 'Second',
      body: 'Paid in full.',
      link: '/dashboard/sales',
      createdAt: expect.any(String),
      read: false,
    })
    const mails = await server.ctx.db
      .selectFrom('mails')
      .select('subject')
      .where('recipient', '=', user.email)
      .execute()
    expect(mails).toHaveLength(2)
    expect((await call(server.url, 'listMessages')).status).toBe(401)
  })

  it('are marked as read once, by their reader', async () => {
    const user = await buildPerson(server.ctx)
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    await sendMessage(user.id, 'Sold')
    const list = () => call<Message[]>(server.url, 'listMessages', { token: user.token })
    const { _id: id } = (await list()).body[0]!
    const read = (token?: string) => call(server.url, 'readMessage', { params: { id }, token })
    expect((await read(admin.token)).status).toBe(404)
    expect((await read()).status).toBe(401)
    expect((await list()).body[0]!.read).toBe(false)
    expect((await read(user.token)).body).toEqual({ acknowledged: true, modifiedCount: 1 })
    expect((await read(user.token)).body).toEqual({ acknowledged: true, modifiedCount: 0 })
    expect((await list()).body[0]!.read).toBe(true)
  })

  it('are counted while unread, and marked as read up to the newest that was seen', async () => {
    const user = await buildPerson(server.ctx)
    const otherUser = await buildPerson(server.ctx)
    for (const subject of ['First', 'Second', 'Third']) {
      await sendMessage(user.id, subject)
      await sendMessage(otherUser.id, subject)
      server.advance(1)
    }
    const { body } = await call<Message[]>(server.url, 'listMessages', { token: user.token })
    const readUpTo = { newest: body[1]!._id }
    const unread = async ({ token }: { token: string }) =>
      (await call(server.url, 'countUnreadMessages', { token })).body
    expect(await unread(user)).toEqual({ count: 3 })

    const otherResponse = await call(server.url, 'readMessages', { token: otherUser.token, body: readUpTo })
    expect(otherResponse.status).toBe(404)
    const readAll = () => call(server.url, 'readMessages', { token: user.token, body: readUpTo })
    expect((await readAll()).body).toEqual({ acknowledged: true, modifiedCount: 2 })
    expect((await readAll()).body).toEqual({ acknowledged: true, modifiedCount: 0 })
    const listAfter = await call<Message[]>(server.url, 'listMessages', { token: user.token })
    expect(listAfter.body.map(({ subject, read }) => [subject, read])).toEqual([
      ['Third', false],
      ['Second', true],
      ['First', true],
    ])
    expect(await unread(user)).toEqual({ count: 1 })
    expect(await unread(otherUser)).toEqual({ count: 3 })
  })

  it('are not written for a deleted user', async () => {
    const user = await buildPerson(server.ctx)
    await call(server.url, 'deleteMe', { token: user.token })
    await sendMessage(user.id, 'Too late')
    const messages = await server.ctx.db
      .selectFrom('messages')
      .select('id')
      .where('user_id', '=', user.id)
      .execute()
    expect(messages).toEqual([])
  })
})

describe('the audit log', () => {
  it('names actor, action, and target, newest first, only for admins', async () => {
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const user = await buildPerson(server.ctx)
    await call(server.url, 'makeAdmin', { params: { id: user.id }, token: admin.token })
    server.advance(1)
    await call(server.url, 'revokeAdmin', { params: { id: user.id }, token: admin.token })
    const { body } = await call<unknown[]>(server.url, 'listAudit', {
      token: admin.token,
      query: { limit: 2 },
    })
    const entryFields = { actorEmail: admin.email, target: user.id, at: expect.any(String) }
    const entry = { ...entryFields, subject: `Robin Vale, ${user.email}`, detail: '' }
    expect(body).toMatchObject([
      { ...entry, action: 'revoke-admin' },
      { ...entry, action: 'make-admin' },
    ])
    expect((await call(server.url, 'listAudit', { token: user.token })).status).toBe(403)
    expect((await call(server.url, 'listAudit')).status).toBe(401)
  })

  it('removes a deleted user’s address, but not the action', async () => {
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const user = await buildPerson(server.ctx, { account: 'seller' })
    await call(server.url, 'verifySeller', { params: { id: user.id }, token: admin.token })
    server.advance(1)
    await call(server.url, 'deleteUser', { params: { id: user.id }, token: admin.token })
    const { body } = await call<unknown[]>(server.url, 'listAudit', {
      token: admin.token,
      query: { limit: 2 },
    })
    expect(body).toMatchObject([
      { action: 'delete-user', target: user.id, subject: `Deleted user, ${user.id}` },
      { action: 'verify-seller', target: user.id, subject: `Deleted user, ${user.id}` },
    ])
  })

  it('records the name of a car and the undo of a bulk change', async () => {
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const seller = await buildPerson(server.ctx, { account: 'seller' })
    const ids = [await buildCar(server.ctx, seller.id), await buildCar(server.ctx, seller.id)]
    const step = { unit: 'percent' as const, by: -5 }
    const change = { ids, change: { location: 'Salem, OR', selllerContact: '503 555 0148', priceBy: step } }
    const summary = 'Price: down 5%; Location: Salem, OR; Phone'
    const { body: updateResult } = await call<{ undoId: string }>(server.url, 'updateCars', {
      token: admin.token,
      body: change,
    })
    server.advance(1)
    await call(server.url, 'undo', { token: admin.token, params: { id: updateResult.undoId } })
    const { body } = await call<AuditEntry[]>(server.url, 'listAudit', {
      token: admin.token,
      query: { limit: 4 },
    })
    expect(body.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
      ...ids.map(() => ['undo', '2021 Audi A4 Avant 40 TFSI', 'Edited car']),
      ...ids.map(() => ['edit-car', '2021 Audi A4 Avant 40 TFSI', summary]),
    ])
    expect(body.map(({ target }) => target).toSorted()).toEqual([...ids, ...ids].toSorted())
  })
})
