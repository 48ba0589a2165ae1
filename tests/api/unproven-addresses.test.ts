import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { paths, type EndpointName } from '../../contract/paths.ts'
import { call, type ApiRequest } from '../support/api-client.ts'
import { buildPerson, type Person } from '../support/factories.ts'
import { idTokenWith } from '../support/identity.ts'
import { startWorld, type World } from '../support/world.ts'
import { fixtures } from './fixtures.ts'

const names = Object.keys(paths) as EndpointName[]
let trade: World
let browse: World
beforeAll(async () => {
  trade = await startWorld({ env: { UNPROVEN_ADDRESSES: 'trade' } })
  browse = await startWorld({ env: { UNPROVEN_ADDRESSES: 'browse' } })
})
afterAll(async () => {
  await trade?.close()
  await browse?.close()
})

describe.each(names)('an unproven address and %s', (name) => {
  const endpoint: Endpoint = endpoints[name]

  it('is as good as any where UNPROVEN_ADDRESSES is trade', async () => {
    const answer = await askUnproven(trade, name, await fixtures[name].request(trade))
    // Nobody but Stripe can sign an event.
    expect(answer.status, JSON.stringify(answer.body)).toBe(endpoint.who === 'stripe' ? 400 : 200)
  })

  it(`is ${endpoint.proven ? 'refused' : 'let in'} where it is browse`, async () => {
    const request = await fixtures[name].request(browse)
    const before = await readTrade(browse)
    const answer = await askUnproven(browse, name, request)
    if (endpoint.proven) expect(answer).toMatchObject({ status: 403, body: { code: 'address-unproven' } })
    else expect(answer.status, JSON.stringify(answer.body)).toBe(endpoint.who === 'stripe' ? 400 : 200)
    // Whether or not its row says so: nobody but an admin lists, edits or holds a car by it.
    if (endpoint.who !== 'admin') expect(await readTrade(browse)).toEqual(before)
  })
})

/** The call of somebody who may make it, but whose address is not proven. */
async function askUnproven(world: World, name: EndpointName, request: ApiRequest) {
  const { who }: Endpoint = endpoints[name]
  const person = await callerOf(world, name)
  const provesIdentity = who === 'identity' || who === 'identity-or-user'
  const token = provesIdentity ? idTokenWith({ ...person, emailVerified: false }) : person.token
  const setProven = (isProven: 0 | 1) =>
    world.ctx.db.updateTable('users').set({ email_verified: isProven }).execute()
  await setProven(0)
  const answer = await call(world.url, name, { ...request, token })
  await setProven(1)
  return answer
}

/** Calls that end the caller's own session or account get a fresh person. */
async function callerOf(world: World, name: EndpointName): Promise<Person> {
  if (['deleteMe', 'logOut', 'revokeSessions'].includes(name)) return buildPerson(world.ctx)
  const { who }: Endpoint = endpoints[name]
  if (who === 'admin') return world.people.admin
  return world.people[fixtures[name].owner ?? (who === 'seller-or-admin' ? 'seller' : 'buyer')]
}

/** What is on offer, in which words and at which price, and who has held what. */
async function readTrade({ ctx: { db } }: World) {
  const cars = await db.selectFrom('cars').select(offer).orderBy('id').execute()
  const holds = await db.selectFrom('attempts').select('id').orderBy('id').execute()
  return { cars, holds }
}

const offer = [
  'id',
  'seller_id',
  'category_name',
  'model_name',
  'description',
  'location',
  'contact',
  'resell_price',
  'price_minor',
  'images',
] as const
