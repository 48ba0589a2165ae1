import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/api/endpoint.ts'
import { endpoints } from '../../contract/api/endpoints.ts'
import { getMethodAndPath, paths, type EndpointName } from '../../contract/api/paths.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { createIdToken } from '../support/identity.ts'
import { actorNames, startTestApp, type ActorName, type TestApp } from '../support/test-app.ts'
import { fixtures } from './fixtures.ts'

const names = Object.keys(paths) as EndpointName[]
let trade: TestApp
let browse: TestApp
beforeAll(async () => {
  trade = await startTestApp({ env: { UNPROVEN_ADDRESSES: 'trade' } })
  browse = await startTestApp({ env: { UNPROVEN_ADDRESSES: 'browse' } })
})
afterAll(async () => {
  await trade?.close()
  await browse?.close()
})

describe.each(names)('an unconfirmed address at %s', (name) => {
  const endpoint: Endpoint = endpoints[name]

  it('is accepted like any other address when UNPROVEN_ADDRESSES is trade', async () => {
    const response = await callUnconfirmed(trade, name, await fixtures[name].request(trade))
    // Only Stripe can sign an event, so the webhook rejects this request with 400.
    expect(response.status, JSON.stringify(response.body)).toBe(endpoint.who === 'stripe' ? 400 : 200)
  })

  it(`is ${endpoint.needsConfirmedAddress ? 'rejected' : 'accepted'} when UNPROVEN_ADDRESSES is browse`, async () => {
    const request = await fixtures[name].request(browse)
    const tradeBefore = await readTrade(browse)
    const response = await callUnconfirmed(browse, name, request)
    await browse.ctx.imports.idle()
    if (endpoint.needsConfirmedAddress)
      expect(response).toMatchObject({ status: 403, body: { code: 'address-unproven' } })
    else expect(response.status, JSON.stringify(response.body)).toBe(endpoint.who === 'stripe' ? 400 : 200)
    // This applies to every endpoint, regardless of its `needsConfirmedAddress` flag: only an admin can edit or hold a car through
    // it, and no one can list one.
    const tradeAfter = await readTrade(browse)
    if (endpoint.who !== 'admin' && !endsTrade.has(name)) expect(tradeAfter).toEqual(tradeBefore)
    expect(idsOnMarket(tradeBefore)).toEqual(expect.arrayContaining(idsOnMarket(tradeAfter)))
  })
})

it('seller writes require a confirmed address unless they delete cars or change none', () => {
  const writeNames = names.filter(
    (name) => endpoints[name].who === 'seller-or-admin' && getMethodAndPath(name).method !== 'GET',
  )
  const unrestrictedNames = writeNames.filter((name) => !(endpoints[name] as Endpoint).needsConfirmedAddress)
  expect(new Set(unrestrictedNames)).toEqual(
    new Set([
      'deleteCars',
      'deleteMyCar',
      'addFeed',
      'deleteFeed',
      'refreshPayoutAccount',
      'deleteImport',
      'findNamedCars',
    ]),
  )
})

it('getMe reports whether the account may trade', async () => {
  for (const [app, mayTrade] of [
    [trade, true],
    [browse, false],
  ] as const) {
    const { body } = await callUnconfirmed(app, 'getMe', {})
    expect(body).toMatchObject({ emailVerified: false, mayTrade })
  }
})

describe.each(names)('the response of %s', (name) => {
  it.each(['anonymous', ...actorNames] as const)(
    'shows %s no unconfirmed contact details',
    async (caller) => {
      const { people } = browse
      const request = await fixtures[name].request(browse)
      await markNumbers(browse)
      const person = endsItself.has(name) ? await buildPerson(browse.ctx) : people[caller as ActorName]
      const { body } = await whileUnconfirmed(browse, [people.seller, people.buyer], () =>
        call(browse.url, name, { ...request, token: caller === 'anonymous' ? undefined : person.token }),
      )
      const shownContacts = [people.seller.email, SELLERS_NUMBER, people.buyer.email, BUYERS_NUMBER].filter(
        (contact) => JSON.stringify(body).includes(contact),
      )
      const ownRequests = {
        seller: [people.seller.email, SELLERS_NUMBER],
        buyer: [people.buyer.email, BUYERS_NUMBER],
        admin: shownContacts,
      }
      expect(ownRequests[caller as keyof typeof ownRequests] ?? []).toEqual(
        expect.arrayContaining(shownContacts),
      )
    },
  )
})

const SELLERS_NUMBER = '555-7777'
const BUYERS_NUMBER = '555-8888'

/**
 * Sets the phone numbers on the seller's unsold cars and the buyer's unpaid purchases. After a sale, both
 * sides know each other's number, because they have to meet.
 */
async function markNumbers({ ctx: { db }, people }: TestApp) {
  const cars = db.updateTable('cars').where('seller_id', '=', people.seller.id).where('state', '<>', 'sold')
  await cars.set({ contact: SELLERS_NUMBER }).execute()
  const items = db
    .updateTable('purchases')
    .where('buyer_id', '=', people.buyer.id)
    .where('state', '=', 'unpaid')
  await items.set({ buyer_contact: BUYERS_NUMBER }).execute()
}

/** Endpoints that end the caller's own session or account, so each of their requests needs a new user. */
const endsItself = new Set<EndpointName>(['deleteMe', 'logOut', 'revokeSessions'])

/** Calls an endpoint as a permitted user whose email address is unconfirmed. */
async function callUnconfirmed(app: TestApp, name: EndpointName, request: ApiRequest) {
  const { who }: Endpoint = endpoints[name]
  const person = await callerOf(app, name)
  const provesIdentity = who === 'identity' || who === 'identity-or-user'
  const token = provesIdentity ? createIdToken({ ...person, emailVerified: false }) : person.token
  return whileUnconfirmed(app, [person], () => call(app.url, name, { ...request, token }))
}

async function whileUnconfirmed<T>({ ctx }: TestApp, people: Person[], act: () => Promise<T>): Promise<T> {
  const set = (isProven: 0 | 1) =>
    ctx.db
      .updateTable('users')
      .set({ email_verified: isProven })
      .where(
        'id',
        'in',
        people.map(({ id }) => id),
      )
      .where('deleted_at', 'is', null)
      .execute()
  await set(0)
  try {
    return await act()
  } finally {
    await set(1)
  }
}

async function callerOf(app: TestApp, name: EndpointName): Promise<Person> {
  if (endsItself.has(name)) return buildPerson(app.ctx)
  const { who }: Endpoint = endpoints[name]
  if (who === 'admin') return app.people.admin
  return app.people[fixtures[name].owner ?? (who === 'seller-or-admin' ? 'seller' : 'buyer')]
}

/** Endpoints that take cars off the market, or that end or pay for an earlier hold. */
const endsTrade = new Set<EndpointName>([
  'deleteCars',
  'deleteMyCar',
  'cancelAttempt',
  'savePayment',
  'endReservation',
])

type Trade = Awaited<ReturnType<typeof readTrade>>

/** Returns all cars, including their descriptions, prices, and photos, and all holds. */
async function readTrade({ ctx: { db } }: TestApp) {
  const cars = await db.selectFrom('cars').selectAll().orderBy('id').execute()
  const pictures = await db.selectFrom('car_pictures').selectAll().orderBy('car_id').execute()
  const holds = await db.selectFrom('attempts').select('id').orderBy('id').execute()
  return { cars, pictures, holds }
}

function idsOnMarket({ cars }: Trade): string[] {
  return cars
    .filter(({ state, hidden_at }) => hidden_at === null && (state === 'instock' || state === 'reserved'))
    .map(({ id }) => id)
}
