import { afterAll, beforeAll, expect, it } from 'vitest'
import { parsePrice } from '../../contract/money.ts'
import type { ShortlistFrequency } from '../../contract/shortlist-limits.ts'
import { createSearchMatcher } from '../../server/features/searches/match-searches.ts'
import { sendShortlistAlerts } from '../../server/features/shortlist/send-shortlist-alerts.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildPerson, buildSession, type Person } from '../support/factories.ts'
import { propertySeed } from '../support/fast-check.ts'
import { Killed, withSteps } from '../support/killed-runs.ts'
import { createChances } from '../support/random-cars.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

const CARS = 6
const STEPS = 400
const DAY_MS = 24 * 3600_000
const TWO_MINUTES_MS = 120_000

let server: TestServer
let seller: Person
let time = Date.parse('2026-11-25T10:00:00Z')
beforeAll(async () => {
  // No two rows have the same time, so the emails are in order.
  server = await startTestServer({ now: () => new Date((time += 1)) })
  seller = await buildPerson(server.ctx, { account: 'seller' })
})
afterAll(() => server.close())

/** The data of a car as a user knows it. */
interface Known {
  isListed: boolean
  price: number | null
}

const { random, pick } = createChances(propertySeed)
const prices = [10_000, 12_000, 15_000]

/** Reads the state of a car from an email's line, such as `Price drop · $9,000 · was $9,500`. */
function applyLine(line: string, before: Known): Known {
  const [event, shown, was] = line.split(' · ')
  if (event === 'Sold' || event === 'No longer listed') {
    expect(before.isListed, line).toBe(true)
    expect(shown, line).toBeUndefined()
    return { ...before, isListed: false }
  }
  const price = parsePrice(shown!)
  expect(was === undefined ? price : parsePrice(was.replace('was ', '')), line).toBe(before.price)
  if (event === 'For sale again') expect(before.isListed, line).toBe(false)
  else {
    expect(before.isListed, line).toBe(true)
    expect(price, line).not.toBe(before.price)
    expect(event, line).toBe(price! < before.price! ? 'Price drop' : 'Price increase')
  }
  return { isListed: true, price }
}

it('reports each change once, despite kills and a second process', async () => {
  const { ctx } = server
  const frequencies: ShortlistFrequency[] = ['immediately', 'immediately', 'daily', 'weekly']
  const users: Person[] = []
  for (const every of frequencies) {
    const user = await buildPerson(ctx)
    await call(server.url, 'setShortlistEmails', { token: user.token, body: { every } })
    users.push(user)
  }
  users.push(seller)
  const cars = new Map<string, string>()
  for (let n = 0; n < CARS; n++) {
    const name = `Model ${n}`
    cars.set(name, await buildCar(ctx, seller.id, { model_name: name, category_name: 'Audi', year: 2020 }))
  }
  const ids = [...cars.values()]
  let match = createSearchMatcher()
  await match(ctx)

  /** The cars as their users know them, by user ID and car ID. */
  const known = new Map<string, Known>()
  const seen = new Set<string>()
  let lines = 0

  async function readKnown(id: string): Promise<Known> {
    const car = await ctx.db
      .selectFrom('cars')
      .select(['state', 'price_minor'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { isListed: ['instock', 'reserved'].includes(car.state), price: car.price_minor }
  }
  async function readMails() {
    const mails = await ctx.db.selectFrom('mails').selectAll().orderBy('created_at').execute()
    for (const { id, user_id: userId, body } of mails) {
      if (seen.has(id)) continue
      seen.add(id)
      for (const [, name, line] of body.matchAll(/Audi (Model \d)\n(.*)\n/g)) {
        const key = `${userId} ${cars.get(name!)}`
        expect(known.has(key), `${name} is on the list`).toBe(true)
        known.set(key, applyLine(line!, known.get(key)!))
        lines += 1
      }
    }
  }
  async function changeCar() {
    const minor = pick(prices) * 100
    const change = pick([
      { price_minor: minor, resell_price: String(minor / 100) },
      { price_minor: minor, resell_price: String(minor / 100) },
      { state: pick(['instock', 'instock', 'reserved', 'sold', 'withdrawn'] as const) },
    ])
    await ctx.db.updateTable('cars').set(change).where('id', '=', pick(ids)).execute()
  }
  async function changeList() {
    const [user, carID] = [pick(users), pick(ids)]
    // Days pass, so earlier sessions have ended.
    const request = { token: await buildSession(ctx, user), params: { carID } }
    const key = `${user.id} ${carID}`
    if (known.has(key)) {
      expect((await call(server.url, 'removeFromShortlist', request)).status).toBe(200)
      known.delete(key)
      time += TWO_MINUTES_MS
    } else if ((await call(server.url, 'addToShortlist', request)).status === 200)
      known.set(key, await readKnown(carID))
  }
  async function runJobs(run: typeof match) {
    await run(ctx)
    await sendShortlistAlerts(ctx)
  }
  async function disturb() {
    if (random() < 0.3) await changeCar()
    if (random() < 0.3) await runJobs(createSearchMatcher())
    if (random() < 0.3) await changeCar()
  }
  async function runWithKill() {
    const steps = { killAt: Math.floor(random() * 7), killBefore: random() < 0.5, afterStep: disturb }
    try {
      await runJobs(match)
      const db = withSteps(ctx.db, steps)
      await match({ db, now: ctx.now })
      await sendShortlistAlerts({ ...ctx, db })
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      match = createSearchMatcher()
    }
  }

  for (let n = 0; n < STEPS; n++) {
    const step = random()
    if (step < 0.45) await changeCar()
    else if (step < 0.65) await changeList()
    else if (step < 0.7) time += DAY_MS
    else await runWithKill()
    await readMails()
  }
  for (let n = 0; n < 2; n++) {
    time += 8 * DAY_MS
    await runJobs(match)
    await readMails()
  }

  expect(lines).toBeGreaterThan(50)
  for (const [key, told] of known) {
    const [userId, carId] = key.split(' ')
    if (userId === seller.id) continue
    const { isListed, price } = await readKnown(carId!)
    expect({ isListed: told.isListed, ...(isListed && { price: told.price }) }).toEqual({
      isListed,
      ...(isListed && { price }),
    })
  }
  expect(await ctx.db.selectFrom('mails').select('id').where('user_id', '=', seller.id).execute()).toEqual([])
  await sendShortlistAlerts(ctx)
  const messages = await ctx.db.selectFrom('messages').select('id').where('kind', '=', 'shortlist').execute()
  expect(messages).toHaveLength(seen.size)
}, 120_000)
