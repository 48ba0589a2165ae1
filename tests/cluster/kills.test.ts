import { afterAll, beforeAll, expect, it } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../../scripts/load/statistics.ts'
import type { Context } from '../../server/context.ts'
import { call } from '../support/api-client.ts'
import { buildCar, buildIssue, buildPerson, buildSubscriber, type Person } from '../support/factories.ts'
import { sendAll } from '../support/newsletter.ts'
import { startWork, type People, type Work } from './load.ts'
import { startTwoProcesses, type Cluster } from './two-processes.ts'

/**
 * In `npm test`, the load is just large enough to keep requests in flight. Nothing is timed, because other
 * tests run concurrently.
 */
const isFull = process.env.FULL === '1'
const SUBSCRIBERS = isFull ? 120 : 10
/** Number of cars for sale. It is larger than the number that can be sold while a process restarts. */
const CARS = isFull ? 400 : 200
/** Number of reads that follow the reader's own write. */
const TRIES = 3000
const WRITERS = 6
/** Work to complete before each fault and after the last one. */
const WORK = isFull ? { ms: 3000, reviews: 20, sales: 4 } : { ms: 0, reviews: 2, sales: 1 }
const PEOPLE = isFull ? { buyers: 4, reviewers: 2, ownCars: 2 } : { buyers: 2, reviewers: 1, ownCars: 1 }
/** Maximum time in milliseconds from a fault to the next acknowledged write. */
const SOON_MS = isFull ? 5000 : Infinity
/** Polling limits in milliseconds, long enough for processes to start and restart. */
const PATIENCE = { timeout: 120_000, interval: 5 }
const ALL_MS = 600_000
/** Time in milliseconds within which a sent email is recorded, unless its sender was killed. */
const NOTED_MS = 1000

/**
 * An outage from its start until recovery, as timestamps in milliseconds. Its first fault is the killing of a
 * process.
 */
interface Outage {
  from: number
  until: number
}

let cluster: Cluster
let people: People
let admin: Person
let issue: string

beforeAll(async () => {
  cluster = await startTwoProcesses(async (ctx) => {
    people = await buildPeople(ctx)
    admin = await buildPerson(ctx, { role: 'admin' })
    for (let at = 0; at < SUBSCRIBERS; at++) await buildSubscriber(ctx, { email: `reader${at}@people.test` })
    issue = await buildIssue(ctx, admin.id)
  })
}, ALL_MS)
afterAll(() => cluster?.close())

async function buildPeople(ctx: Context): Promise<People> {
  const seller = await buildPerson(ctx, { account: 'seller' })
  async function many<T>(count: number, build: (at: number) => Promise<T>): Promise<T[]> {
    const built: T[] = []
    while (built.length < count) built.push(await build(built.length))
    return built
  }
  return {
    seller,
    buyers: await many(PEOPLE.buyers, () => buildPerson(ctx)),
    reviewers: await many(PEOPLE.reviewers, () => buildPerson(ctx)),
    ownCars: await many(PEOPLE.ownCars, () => buildCar(ctx, seller.id)),
    forSale: await many(CARS, (at) => buildCar(ctx, seller.id, { model_name: `Model ${at}` })),
  }
}

it.runIf(isFull)(
  'makes each write readable at the other process immediately, in thousands of tries',
  async () => {
    const spans: number[] = []
    const ids: string[] = []
    await cluster.withExtraServer(async ({ ctx }) => {
      for (let at = 0; at < WRITERS; at++) ids.push(await buildCar(ctx, people.seller.id))
    })
    const locationAt = async (origin: string, id: string) =>
      (await call<{ location: string }>(origin, 'getCar', { params: { id } })).body.location
    const write = async (id: string) => {
      for (let count = 0; count < TRIES / WRITERS; count++) {
        const [here, there] = count % 2 ? cluster.origins : cluster.origins.toReversed()
        const location = `Lot ${count}`
        const body = { ids: [id], change: { location } }
        // This read makes the other process cache the car, so the test would detect a stale response.
        await locationAt(there!, id)
        const { status } = await call(here!, 'updateCars', { token: people.seller.token, body })
        const from = performance.now()
        const found = await locationAt(there!, id)
        spans.push(performance.now() - from)
        expect([status, found]).toEqual([200, location])
      }
    }
    await Promise.all(ids.map(write))
    console.log(`Read at the other process: ${spans.length} times, ${inWords(spans)}`)
    expect(Math.max(...spans)).toBeLessThan(1000)
  },
)

it(
  'survives process, Postgres, and connection failures without lost data, double sales, or duplicate notifications',
  { timeout: ALL_MS },
  async () => {
    const { stop, done, respondedAt } = startWork(cluster, people)
    const sent = await call(cluster.url, 'sendIssue', { params: { id: issue }, token: admin.token })
    expect(sent.status).toBe(200)
    const outages: Outage[] = []
    const spans: Record<string, number> = {}
    const strike = async (name: string, causeOutage: () => unknown) => {
      await untilWorked(done)
      const from = Date.now()
      await causeOutage()
      const until = Date.now()
      outages.push({ from, until })
      spans[name] = await untilResponded(respondedAt, until)
    }
    let restarted = Promise.resolve()
    await strike('one of two processes is killed', () => {
      restarted = cluster.killProcess(0)
    })
    await restarted
    await strike('Postgres is there again', () => cluster.killPostgres())
    await strike('all connections are cut', () => cluster.cutConnections())
    await untilWorked(done)
    await stop()
    await cluster.stopProcesses()
    console.log('Answered a write again after', spans)
    for (const span of Object.values(spans)) expect(span).toBeLessThan(SOON_MS)
    await cluster.withExtraServer(async (server) => {
      // An email in flight at a fault is retried once the mail server's response is overdue.
      await sendAll(server.ctx)
      server.advance(15 * 60)
      await sendAll(server.ctx)
      await expectAllPersisted(server.ctx, done)
      await expectNoneTwice(server.ctx, outages)
    })
  },
)

function inWords(spans: number[]): string {
  return `median ${median(spans).toFixed(1)} ms, longest ${Math.max(...spans).toFixed(1)} ms`
}

async function untilWorked({ reviews, sales }: Work['done']): Promise<void> {
  const [reviewed, sold] = [reviews.length, sales.size]
  await sleep(WORK.ms)
  await expect.poll(() => reviews.length - reviewed, PATIENCE).toBeGreaterThanOrEqual(WORK.reviews)
  await expect.poll(() => sales.size - sold, PATIENCE).toBeGreaterThanOrEqual(WORK.sales)
}

/**
 * Waits for the first acknowledged write after `from`.
 * @returns its delay in milliseconds
 */
async function untilResponded(respondedAt: number[], from: number): Promise<number> {
  const next = () => respondedAt.find((at) => at > from)
  await expect.poll(next, PATIENCE).toBeDefined()
  return next()! - from
}

async function expectAllPersisted(
  { db }: Context,
  { reviews, sales, locations }: Work['done'],
): Promise<void> {
  console.log(`Acknowledged: ${reviews.length} reviews, ${sales.size} sales`)
  const written = await db.selectFrom('reviews').select('text').execute()
  const texts = new Set(written.map(({ text }) => text))
  expect(reviews.filter((text) => !texts.has(text))).toEqual([])
  expect(written).toHaveLength(texts.size)

  for (const [id, location] of locations) {
    const car = await db.selectFrom('cars').select('location').where('id', '=', id).executeTakeFirstOrThrow()
    const number = (lot: string) => Number(lot.slice('Lot '.length))
    // The last write may have been stored without an acknowledgment.
    expect(number(car.location) - number(location)).toBeLessThanOrEqual(1)
    expect(number(car.location)).toBeGreaterThanOrEqual(number(location))
  }

  const paid = await db
    .selectFrom('payments')
    .innerJoin('cars', 'cars.id', 'payments.car_id')
    .select(['car_id', 'buyer_id', 'cars.state'])
    .where('payments.state', '=', 'paid')
    .execute()
  expect(paid.filter(({ state }) => state !== 'sold')).toEqual([])
  const buyers = new Map(paid.map(({ car_id, buyer_id }) => [car_id, buyer_id]))
  expect(paid).toHaveLength(buyers.size)
  for (const [car, reportedBuyers] of sales) expect([car, reportedBuyers]).toEqual([car, [buyers.get(car)]])
}

async function expectNoneTwice({ db }: Context, outages: readonly Outage[]): Promise<void> {
  const messages = await db.selectFrom('messages').select(['user_id', 'subject']).execute()
  expect(twice(messages.map(({ user_id, subject }) => `${user_id} ${subject}`))).toEqual([])
  expect(messages.length).toBeGreaterThan(WORK.sales)

  const { received } = cluster.smtp
  const copies = received.filter(({ to }) => to.startsWith('reader')).map(({ to }) => to)
  expect(twice(copies)).toEqual([])
  // An email in flight when its sender died is not retried, because it may already have been sent.
  expect(copies.length).toBeGreaterThanOrEqual(SUBSCRIBERS - outages.length)

  const others = received.filter(({ to }) => !to.startsWith('reader'))
  const idOf = (message: string) => /^Message-ID: (.+)$/im.exec(message)![1]!
  expect(new Set(others.map(({ message }) => idOf(message))).size).toBe(messages.length)
  const again = new Set(twice(others.map(({ message }) => idOf(message))))
  console.log(
    `Mails: ${received.length}, of which ${again.size} came twice, under way where their sender died`,
  )
  const [killed] = outages
  const first = [...again].map((id) => others.find(({ message }) => idOf(message) === id)!.at)
  expect(first.length).toBeLessThanOrEqual(1)
  expect(first.filter((at) => at < killed!.from - NOTED_MS || at > killed!.until)).toEqual([])
}

function twice(values: readonly string[]): string[] {
  return values.filter((value, at) => values.indexOf(value) !== at)
}
