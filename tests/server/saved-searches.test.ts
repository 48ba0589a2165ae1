import type { Updateable } from 'kysely'
import { beforeEach, afterEach, describe, expect, it } from 'vitest'
import type { EndpointName } from '../../contract/api/paths.ts'
import type { SavedSearch } from '../../contract/searches.ts'
import type { CarsTable, Row } from '../../server/db/tables.ts'
import { createSearchMatcher } from '../../server/features/searches/match-searches.ts'
import { computeSendingTimes } from '../../server/core/messages/sending-times.ts'
import { sendAlerts } from '../../server/features/searches/send-alerts.ts'
import { MailInDoubtError, type Mail } from '../../server/gateways/mail/mail.ts'
import { sendWaitingMails } from '../../server/jobs/send-waiting-mails.ts'
import { sweep } from '../../server/jobs/jobs.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPerson, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let user: Person
let seller: Person
let match: ReturnType<typeof createSearchMatcher>
let now = new Date()
const mail = {
  sent: [] as Mail[],
  fails: false,
  async send(sent: Mail) {
    mail.sent.push(sent)
    if (mail.fails) throw new MailInDoubtError(new Error('The connection was lost.'))
  },
}

beforeEach(async () => {
  // A Wednesday.
  now = new Date('2026-11-25T10:00:00Z')
  mail.sent.length = 0
  mail.fails = false
  server = await startTestServer({ context: { mail }, now: () => now })
  user = await buildPerson(server.ctx)
  seller = await buildPerson(server.ctx, { account: 'seller' })
  match = createSearchMatcher()
  await match(server.ctx)
})
afterEach(() => server.close())

function ask<T>(name: EndpointName, request: ApiRequest, person: Person | null = user) {
  return call<T>(server.url, name, { ...(person && { token: person.token }), ...request })
}

async function save(query: string, every = 'immediately', name = 'Wanted') {
  const response = await ask<{ insertedId: string }>('addSearch', { body: { name, query, every } })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body.insertedId
}

const list = async () => (await ask<SavedSearch[]>('listSearches', {})).body
const addCar = (fields: Partial<Row<'cars'>> = {}) =>
  buildCar(server.ctx, seller.id, { category_name: 'Tesla', model_name: 'Model 3', ...fields })
const updateCar = (id: string, change: Updateable<CarsTable>) =>
  server.ctx.db.updateTable('cars').set(change).where('id', '=', id).execute()
const at = (time: string) => (now = new Date(time))

async function runJobs() {
  await match(server.ctx)
  await sendAlerts(server.ctx)
  await sendWaitingMails(server.ctx)
}

describe('saved searches', () => {
  it('are listed with their filters in one form, newest first', async () => {
    await save('model=&brand=Tesla,%20Audi&priceMax=%2420%2C000')
    at('2026-11-25T10:01:00Z')
    await save('q=model%20%203&category_name=tesla', 'weekly')
    at('2026-11-25T10:02:00Z')
    await save('within=25&near=44304-1234&label=below,above')
    at('2026-11-25T10:03:00Z')
    await save('near=44304&fuel=Electric')
    expect(await list()).toMatchObject([
      { query: 'fuel=Electric' },
      { query: 'label=above%2Cbelow&near=44304&within=25' },
      { query: 'brand=Tesla&q=model+3', every: 'weekly', stopped: false },
      { query: 'brand=Audi%2CTesla&priceMax=20000', name: 'Wanted', every: 'immediately' },
    ])
  })

  it('replace a saved search with the same filters', async () => {
    const id = await save('brand=Tesla&fuel=Electric')
    expect(await save('fuel=Electric&brand=Tesla', 'daily', 'Electric')).toBe(id)
    expect(await list()).toMatchObject([{ _id: id, every: 'daily', name: 'Electric' }])
  })

  it.each([
    ['brand=Nonesuch', 'query'],
    ['priceMax=cheap', 'priceMax: Enter a price'],
    ['colour=Red', 'Remove colour'],
    ['brand=Tesla&brand=Audi', 'Send each filter once'],
    ['brand=Tesla&sort=price', 'Remove sort'],
    ['', 'Choose at least one filter'],
    ['brand=&q=%20', 'Choose at least one filter'],
    ['q=---', 'Choose at least one filter'],
    ['q=---&place=%21', 'Choose at least one filter'],
    ['near=44304', 'Choose at least one filter'],
    ['within=25', 'near: Enter the ZIP code'],
    ['near=00000&within=25', 'We don’t know this ZIP code'],
  ])('reject %s', async (query, message) => {
    const response = await ask('addSearch', { body: { name: 'Wanted', query, every: 'daily' } })
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ errors: [{ path: 'query' }] })
    expect(JSON.stringify(response.body)).toContain(message)
  })

  it('do not match a warranty that has expired', async () => {
    await save('warranty=manufacturer')
    await runJobs()
    const warranty = 'manufacturer'
    const [valid, expired] = [
      await addCar({ warranty, warrantyUntil: '2026-11-25' }),
      await addCar({ warranty, warrantyUntil: '2026-11-24' }),
    ]
    const found = async () => {
      await runJobs()
      const alerts = await server.ctx.db.selectFrom('search_alerts').select('car_id').execute()
      return alerts.map((alert) => alert.car_id).toSorted()
    }
    expect(await found()).toEqual([valid])
    // The next day, the index in memory must not use the day when it was built.
    at('2026-11-26T00:00:01Z')
    await addCar({ warranty, warrantyUntil: '2026-11-25' })
    expect(await found()).toEqual([valid])
    await updateCar(expired, { warrantyUntil: '2027-11-24' })
    expect(await found()).toEqual([valid, expired].toSorted())
  })

  it('belong to one user', async () => {
    const id = await save('brand=Tesla')
    const other = await buildPerson(server.ctx, { role: 'admin' })
    const request = { params: { id } }
    expect((await ask('deleteSearch', request, other)).status).toBe(404)
    expect((await ask('updateSearch', { ...request, body: { every: 'daily' } }, other)).status).toBe(404)
    expect((await ask<SavedSearch[]>('listSearches', {}, other)).body).toEqual([])
    expect((await ask('listSearches', {}, null)).status).toBe(401)
    expect(await list()).toHaveLength(1)
  })

  it('stay deleted if the same filters were saved again', async () => {
    const id = await save('brand=Tesla')
    const { body } = await ask<{ undoId: string }>('deleteSearch', { params: { id } })
    const again = await save('brand=Tesla', 'weekly')
    expect((await ask('undo', { params: { id: body.undoId } })).body).toMatchObject({ code: 'undo-expired' })
    expect(await list()).toMatchObject([{ _id: again, every: 'weekly' }])
  })

  it('stay deleted unless the deletion is undone within a minute', async () => {
    const id = await save('brand=Tesla')
    const { body } = await ask<{ undoId: string }>('deleteSearch', { params: { id } })
    expect(await list()).toEqual([])
    expect((await ask('deleteSearch', { params: { id } })).body).toMatchObject({ deletedCount: 0 })
    await ask('undo', { params: { id: body.undoId } })
    expect(await list()).toHaveLength(1)
    await ask('deleteSearch', { params: { id } })
    now = new Date(now.getTime() + 61_000)
    await sweep(server.ctx)
    expect(await server.ctx.db.selectFrom('saved_searches').select('id').execute()).toEqual([])
  })
})

describe('alerts', () => {
  it('are sent immediately, each car once, without the cars that matched before', async () => {
    await addCar({ model_name: 'Model S' })
    await save('brand=Tesla&priceMax=30000')
    const id = await addCar()
    await addCar({ category_name: 'Audi', model_name: 'A4' })
    await runJobs()
    await updateCar(id, { location: 'Boise' })
    await runJobs()
    expect(mail.sent.map(({ subject, to }) => [subject, to])).toEqual([
      ['New match: 2021 Tesla Model 3, $24,900', user.email],
    ])
    expect(mail.sent[0]!.text).toContain(`/car/${id}`)
    const messages = await ask<{ link: string }[]>('listMessages', {})
    expect(messages.body).toMatchObject([{ kind: 'search', link: '/search?brand=Tesla&priceMax=30000' }])
  })

  it('report a car from before the search if it stops matching and matches again', async () => {
    const id = await addCar()
    await save('brand=Tesla')
    for (const make of ['Audi', 'Tesla']) {
      await updateCar(id, { category_name: make })
      await runJobs()
    }
    expect(mail.sent).toHaveLength(1)
  })

  it('report a price that falls into the range', async () => {
    const id = await addCar({ price_minor: 3_500_000, resell_price: '35,000' })
    await match(server.ctx)
    await save('brand=Tesla&priceMax=30000')
    await updateCar(id, { price_minor: 2_900_000, resell_price: '29,000' })
    await runJobs()
    expect(mail.sent.map(({ subject }) => subject)).toEqual(['Price drop: 2021 Tesla Model 3, $29,000'])
  })

  it('name ten cars, and the number of further cars', async () => {
    await save('brand=Tesla', 'immediately', 'Teslas')
    for (let n = 0; n < 12; n++) await addCar()
    await runJobs()
    expect(mail.sent.map(({ subject }) => subject)).toEqual(['12 new matches for “Teslas”'])
    expect(mail.sent[0]!.text.match(/\/car\//g)).toHaveLength(10)
    expect(mail.sent[0]!.text).toContain('and 2 more')
  })

  it('omit cars that are sold before they are sent, and report them if they return', async () => {
    await save('brand=Tesla', 'daily')
    const id = await addCar()
    await match(server.ctx)
    await updateCar(id, { state: 'sold' })
    at('2026-11-25T14:01:00Z')
    await runJobs()
    expect(mail.sent).toEqual([])
    await updateCar(id, { state: 'instock' })
    await runJobs()
    at('2026-11-26T14:01:00Z')
    await runJobs()
    expect(mail.sent).toHaveLength(1)
  })

  it('come daily at 14:00 and weekly on Mondays, even if the clock is set back', async () => {
    await save('brand=Tesla', 'daily', 'Daily')
    await save('brand=Tesla&fuel=Petrol', 'weekly', 'Weekly')
    const sentAt = async (time: string) => {
      at(time)
      mail.sent.length = 0
      await runJobs()
      return mail.sent.map(({ text }) => /search “(\w+)”/.exec(text)![1])
    }
    await addCar()
    expect(await sentAt('2026-11-25T13:59:00Z')).toEqual([])
    expect(await sentAt('2026-11-25T14:00:01Z')).toEqual(['Daily'])
    expect(await sentAt('2026-11-25T13:59:00Z')).toEqual([])
    expect(await sentAt('2026-11-25T14:00:01Z')).toEqual([])
    await addCar()
    expect(await sentAt('2026-11-25T15:00:00Z')).toEqual([])
    expect(await sentAt('2026-11-26T14:30:00Z')).toEqual(['Daily'])
    expect(await sentAt('2026-11-30T13:59:00Z')).toEqual([])
    expect(await sentAt('2026-11-30T14:00:01Z')).toEqual(['Weekly'])
    expect(await sentAt('2026-12-07T14:00:01Z')).toEqual([])
  })

  it('are only notifications while the email address is not confirmed', async () => {
    await server.ctx.db.updateTable('users').set({ email_verified: 0 }).where('id', '=', user.id).execute()
    await save('brand=Tesla')
    await addCar()
    await runJobs()
    expect(mail.sent).toEqual([])
    expect((await ask<unknown[]>('listMessages', {})).body).toHaveLength(1)
  })

  it('are sent again with the same ID if the mail server did not confirm them', async () => {
    await save('brand=Tesla')
    await addCar()
    mail.fails = true
    await runJobs()
    mail.fails = false
    now = new Date(now.getTime() + 24 * 3600_000)
    await runJobs()
    await runJobs()
    expect(mail.sent).toHaveLength(2)
    expect(mail.sent[1]!.id).toBe(mail.sent[0]!.id)
  })

  it('follow a make that is renamed, without a flood of alerts', async () => {
    await addCar()
    await save('brand=Tesla')
    await match(server.ctx)
    const admin = await buildPerson(server.ctx, { role: 'admin' })
    const body = { category_name: 'Tesla Motors' }
    expect((await ask('updateCategory', { params: { name: 'Tesla' }, body }, admin)).status).toBe(200)
    await runJobs()
    expect(mail.sent).toEqual([])
    await addCar({ category_name: 'Tesla Motors' })
    await runJobs()
    expect(mail.sent).toHaveLength(1)
  })
})

describe('unsubscribing', () => {
  async function sendOne() {
    await save('brand=Tesla')
    await save('brand=Tesla&fuel=Petrol')
    await addCar()
    await runJobs()
    const { unsubscribeUrl } = mail.sent[0]!
    const { pathname } = new URL(unsubscribeUrl!)
    mail.sent.length = 0
    return pathname
  }
  const oneClick = (path: string) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })

  it('stops one search with one click, without a sign-in, and changes nothing when repeated', async () => {
    const path = await sendOne()
    const first = await oneClick(path)
    expect([first.status, await first.json()]).toEqual([
      200,
      { acknowledged: true, modifiedCount: 1, about: 'search' },
    ])
    expect(await (await oneClick(path)).json()).toMatchObject({ modifiedCount: 0 })
    await addCar()
    await runJobs()
    expect(mail.sent).toHaveLength(1)
    expect((await list()).map(({ stopped }) => stopped).toSorted()).toEqual([false, true])
  })

  it('does nothing when the link is only opened', async () => {
    const path = await sendOne()
    await fetch(server.url + path)
    expect((await list()).some(({ stopped }) => stopped)).toBe(false)
  })

  it('ignores an unknown token, and rejects a different form', async () => {
    const path = await sendOne()
    expect(await (await oneClick('/alerts/AAAAAAAAAAAAAAAAAAAAAA')).json()).toMatchObject({
      modifiedCount: 0,
      about: null,
    })
    expect((await fetch(server.url + path, { method: 'POST' })).status).toBe(400)
    expect((await list()).some(({ stopped }) => stopped)).toBe(false)
  })

  it('also removes an email that waits in the outbox', async () => {
    await save('brand=Tesla')
    await addCar()
    await match(server.ctx)
    await sendAlerts(server.ctx)
    const { token } = await server.ctx.db
      .selectFrom('saved_searches')
      .select('token')
      .executeTakeFirstOrThrow()
    const { body } = await ask('stopAlerts', { params: { token } }, null)
    expect(body).toMatchObject({ modifiedCount: 1, about: 'search' })
    await sendWaitingMails(server.ctx)
    expect(mail.sent).toEqual([])
  })

  it('lasts until the user chooses a frequency again, for cars listed from then on', async () => {
    const path = await sendOne()
    await oneClick(path)
    const id = (await list()).find(({ stopped }) => stopped)!._id
    await addCar()
    await runJobs()
    mail.sent.length = 0
    await ask('updateSearch', { params: { id }, body: { every: 'immediately' } })
    await runJobs()
    expect(mail.sent).toEqual([])
    await addCar()
    await runJobs()
    expect(mail.sent).toHaveLength(2)
  })
})

it('daily and weekly times are computed in UTC', () => {
  const times = (time: string) => {
    const { daily, weekly } = computeSendingTimes(new Date(time))
    return [daily.toISOString(), weekly.toISOString()]
  }
  expect(times('2026-11-30T13:59:59.999Z')).toEqual(['2026-11-29T14:00:00.000Z', '2026-11-23T14:00:00.000Z'])
  expect(times('2026-11-30T14:00:00.000Z')).toEqual(['2026-11-30T14:00:00.000Z', '2026-11-30T14:00:00.000Z'])
  expect(times('2026-12-06T20:00:00.000Z')).toEqual(['2026-12-06T14:00:00.000Z', '2026-11-30T14:00:00.000Z'])
})
