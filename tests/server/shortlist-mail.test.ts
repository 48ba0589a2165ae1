import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EndpointName } from '../../contract/api/paths.ts'
import type { Updateable } from 'kysely'
import type { Tables } from '../../server/db/tables.ts'
import { createSearchMatcher } from '../../server/features/searches/match-searches.ts'
import { sendShortlistAlerts } from '../../server/features/shortlist/send-shortlist-alerts.ts'
import type { Mail } from '../../server/gateways/mail/mail.ts'
import { sendWaitingMails } from '../../server/jobs/send-waiting-mails.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildCar, buildPayment, buildPerson, buildPurchase, type Person } from '../support/factories.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

let server: TestServer
let user: Person
let seller: Person
let car: string
let match: ReturnType<typeof createSearchMatcher>
let now = new Date()
const sent: Mail[] = []
const mail = { send: async (one: Mail) => void sent.push(one) }

beforeEach(async () => {
  // A Wednesday.
  now = new Date('2026-11-25T10:00:00Z')
  sent.length = 0
  server = await startTestServer({ context: { mail }, now: () => now })
  user = await buildPerson(server.ctx)
  seller = await buildPerson(server.ctx, { account: 'seller' })
  car = await buildCar(server.ctx, seller.id)
  match = createSearchMatcher()
  await match(server.ctx)
})
afterEach(() => server.close())

const ask = <T>(name: EndpointName, request: ApiRequest = {}, person: Person = user) =>
  call<T>(server.url, name, { token: person.token, ...request })
const add = (person = user) => ask('addToShortlist', { params: { carID: car } }, person)
const choose = (every: string) => ask('setShortlistEmails', { body: { every } })
const update = (change: Updateable<Tables['cars']>, id = car) =>
  server.ctx.db.updateTable('cars').set(change).where('id', '=', id).execute()
const setPrice = (dollars: number) =>
  update({ price_minor: dollars * 100, resell_price: dollars.toLocaleString('en-US') })
const at = (time: string) => (now = new Date(time))
const messages = async () => (await ask<{ subject: string; link: string }[]>('listMessages')).body

async function runJobs() {
  await match(server.ctx)
  await sendShortlistAlerts(server.ctx)
  await sendWaitingMails(server.ctx)
  return sent.splice(0).map(({ subject }) => subject)
}

it('reports a lower price, a higher price, a sale, and a return', async () => {
  await choose('immediately')
  await add()
  await setPrice(24_400)
  expect(await runJobs()).toEqual(['Price drop: 2021 Audi A4 Avant 40 TFSI, $24,400, was $24,900'])
  await setPrice(25_000)
  expect(await runJobs()).toEqual(['Price increase: 2021 Audi A4 Avant 40 TFSI, $25,000, was $24,400'])
  await update({ state: 'sold' })
  expect(await runJobs()).toEqual(['Sold: 2021 Audi A4 Avant 40 TFSI'])
  await update({ state: 'instock' })
  expect(await runJobs()).toEqual(['For sale again: 2021 Audi A4 Avant 40 TFSI, $25,000'])
  await update({ state: 'withdrawn' })
  expect(await runJobs()).toEqual(['No longer listed: 2021 Audi A4 Avant 40 TFSI'])
  expect(await messages()).toHaveLength(5)
  expect((await messages())[0]).toMatchObject({ kind: 'shortlist', link: '/shortlist' })
})

it('combines the changes between two emails, and omits changes that were undone', async () => {
  const other = await buildCar(server.ctx, seller.id, { model_name: 'Q5' })
  await add()
  await ask('addToShortlist', { params: { carID: other } })
  for (const price of [24_000, 26_000, 23_000]) {
    await setPrice(price)
    expect(await runJobs()).toEqual([])
  }
  await update({ state: 'sold' }, other)
  await runJobs()
  await update({ state: 'instock' }, other)
  at('2026-11-25T14:00:01Z')
  expect(await runJobs()).toEqual(['Price drop: 2021 Audi A4 Avant 40 TFSI, $23,000, was $24,900'])
  await setPrice(22_000)
  await runJobs()
  await setPrice(23_000)
  at('2026-11-26T14:00:01Z')
  expect(await runJobs()).toEqual([])
})

it('does not report a change that is undone right before the notification', async () => {
  await choose('immediately')
  await add()
  await setPrice(20_000)
  await match(server.ctx)
  await setPrice(24_900)
  await sendShortlistAlerts(server.ctx)
  expect(await messages()).toEqual([])
})

it('reports a change of a removed car when the user adds the car again', async () => {
  const other = await buildCar(server.ctx, seller.id, { model_name: 'Q5' })
  await choose('immediately')
  await add()
  await ask('addToShortlist', { params: { carID: other } })
  await ask('removeFromShortlist', { params: { carID: car } })
  await setPrice(20_000)
  await update({ state: 'sold' }, other)
  expect(await runJobs()).toEqual(['Sold: 2021 Audi Q5'])
  await add()
  expect(await runJobs()).toEqual(['Price drop: 2021 Audi A4 Avant 40 TFSI, $20,000, was $24,900'])
})

it('reports no reservation, no earlier change, and no change of a car that the user owns or bought', async () => {
  const buyer = await buildPerson(server.ctx)
  const people = [user, seller, buyer]
  await setPrice(20_000)
  for (const person of people) {
    await ask('setShortlistEmails', { body: { every: 'immediately' } }, person)
    await add(person)
  }
  expect(await runJobs()).toEqual([])
  await update({ state: 'reserved' })
  expect(await runJobs()).toEqual([])
  const purchase = await buildPurchase(server.ctx, buyer.id, car, { state: 'paid' })
  await buildPayment(server.ctx, purchase)
  await update({ state: 'sold' })
  await match(server.ctx)
  await sendShortlistAlerts(server.ctx)
  await sendWaitingMails(server.ctx)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [user.email, 'Sold: 2021 Audi A4 Avant 40 TFSI'],
  ])
})

it('reports the next sale to a buyer who got a refund', async () => {
  await choose('immediately')
  await add()
  const purchase = await buildPurchase(server.ctx, user.id, car, { state: 'refunded' })
  await buildPayment(server.ctx, purchase, { state: 'refunded' })
  await update({ state: 'sold' })
  expect(await runJobs()).toEqual([])
  await update({ state: 'instock' })
  expect(await runJobs()).toEqual([])
  const buyer = await buildPerson(server.ctx)
  await buildPayment(server.ctx, await buildPurchase(server.ctx, buyer.id, car, { state: 'paid' }))
  await update({ state: 'sold' })
  expect(await runJobs()).toEqual(['Sold: 2021 Audi A4 Avant 40 TFSI'])
})

it('sends only notifications while the email address is not confirmed, or if the user wants no emails', async () => {
  await add()
  await choose('never')
  await setPrice(20_000)
  await runJobs()
  at('2026-11-25T14:00:01Z')
  expect(await runJobs()).toEqual([])
  expect(await messages()).toHaveLength(1)
  await choose('immediately')
  await server.ctx.db.updateTable('users').set({ email_verified: 0 }).where('id', '=', user.id).execute()
  await setPrice(19_000)
  expect(await runJobs()).toEqual([])
  expect(await messages()).toHaveLength(2)
})

it('stops with one click, also for waiting emails, and resumes with a chosen frequency', async () => {
  await choose('immediately')
  await add()
  await setPrice(20_000)
  await match(server.ctx)
  await sendShortlistAlerts(server.ctx)
  const { unsubscribe_url: url } = await server.ctx.db
    .selectFrom('mails')
    .select('unsubscribe_url')
    .executeTakeFirstOrThrow()
  const oneClick = () =>
    fetch(server.url + new URL(url!).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
  expect(await (await oneClick()).json()).toEqual({
    acknowledged: true,
    modifiedCount: 1,
    about: 'shortlist',
  })
  expect(await (await oneClick()).json()).toMatchObject({ modifiedCount: 0 })
  expect((await ask('getShortlistEmails')).body).toEqual({ every: 'never' })
  expect(await runJobs()).toEqual([])
  await choose('immediately')
  await setPrice(19_000)
  expect(await runJobs()).toHaveLength(1)
})

it('comes daily unless the user chooses otherwise', async () => {
  expect((await ask('getShortlistEmails')).body).toEqual({ every: 'daily' })
  expect((await choose('weekly')).body).toMatchObject({ modifiedCount: 1 })
  expect((await choose('weekly')).body).toMatchObject({ modifiedCount: 0 })
  expect((await choose('hourly')).status).toBe(400)
  await add()
  await setPrice(20_000)
  await runJobs()
  at('2026-11-26T14:00:01Z')
  expect(await runJobs()).toEqual([])
  at('2026-11-30T14:00:01Z')
  expect(await runJobs()).toHaveLength(1)
})
