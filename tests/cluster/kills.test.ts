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
/** Minimum work before each fault and after the last one. */
const WORK = isFull ? { ms: 3000, reviews: 20, sales: 4 } : { ms: 0, reviews: 2, sales: 1 }
const PEOPLE = isFull ? { buyers: 4, reviewers: 2, ownCars: 2 } : { buyers: 2, reviewers: 1, ownCars: 1 }
/** Maximum time in milliseconds from a fault to the next acknowledged write. */
const SOON_MS = isFull ? 5000 : Infinity
/** Polling limits in milliseconds, long enough for processes to start and restart. */
const PATIENCE = { timeout: 120_000, interval: 5 }
const ALL_MS = 600_000
/** Maximum time in milliseconds until a sent email is recorded, unless its sender is killed. */
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
let issueId: string

beforeAll(async () => {
  cluster = await startTwoProcesses(async (ctx) => {
    people = await buildPeople(ctx)
    admin = await buildPerson(ctx, { role: 'admin' })
    for (let index = 0; index < SUBSCRIBERS; index++)
      await buildSubscriber(ctx, { email: `reader${index}@people.test` })
    issueId = await buildIssue(ctx, admin.id)
  })
}, ALL_MS)
afterAll(() => cluster?.close())

async function buildPeople(ctx: Context): Promise<People> {
  const seller = await buildPerson(ctx, { account: 'seller' })
  async function buildMany<T>(count: number, build: (at: number) => Promise<T>): Promise<T[]> {
    const results: T[] = []
    while (results.length < count) results.push(await build(results.length))
    return results
  }
  return {
    seller,
    buyers: await buildMany(PEOPLE.buyers, () => buildPerson(ctx)),
    reviewers: await buildMany(PEOPLE.reviewers, () => buildPerson(ctx)),
    ownCars: await buildMany(PEOPLE.ownCars, () => buildCar(ctx, seller.id)),
    forSale: await buildMany(CARS, (index) => buildCar(ctx, seller.id, { model_name: `Model ${index}` })),
  }
}

it.runIf(isFull)(
  'the cluster makes each write readable at the other process immediately, in thousands of attempts',
  async () => {
    const spans: number[] = []
    const ids: string[] = []
    await cluster.withExtraServer(async ({ ctx }) => {
      for (let index = 0; index < WRITERS; index++) ids.push(await buildCar(ctx, people.seller.id))
    })
    const locationAt = async (origin: string, id: string) =>
      (await call<{ location: string }>(origin, 'getCar', { params: { id } })).body.location
    const write = async (id: string) => {
      for (let count = 0; count < TRIES / WRITERS; count++) {
        const [firstOrigin, secondOrigin] = count % 2 ? cluster.origins : cluster.origins.toReversed()
        const location = `Lot ${count}`
        const body = { ids: [id], change: { location } }
        // This makes the other process cache the car, so that a stale response would be detected.
        await locationAt(secondOrigin!, id)
        const { status } = await call(firstOrigin!, 'updateCars', { token: people.seller.token, body })
        const startedAt = performance.now()
        const locationFound = await locationAt(secondOrigin!, id)
        spans.push(performance.now() - startedAt)
        expect([status, locationFound]).toEqual([200, location])
      }
    }
    await Promise.all(ids.map(write))
    console.log(`Read at the other process: ${spans.length} times, ${describeSpans(spans)}`)
    expect(Math.max(...spans)).toBeLessThan(1000)
  },
)

it(
  'the cluster survives killed processes and lost connections without lost data or duplicates',
  { timeout: ALL_MS },
  async () => {
    const { stop, acknowledged, respondedAt } = startWork(cluster, people)
    const sendResponse = await call(cluster.url, 'sendIssue', { params: { id: issueId }, token: admin.token })
    expect(sendResponse.status).toBe(200)
    const outages: Outage[] = []
    const spans: Record<string, number> = {}
    const causeAndMeasureOutage = async (name: string, causeOutage: () => unknown) => {
      await waitForWork(acknowledged)
      const startedAt = Date.now()
      await causeOutage()
      const endsAt = Date.now()
      outages.push({ from: startedAt, until: endsAt })
      spans[name] = await waitForResponse(respondedAt, endsAt)
    }
    let restarted = Promise.resolve()
    await causeAndMeasureOutage('one of two processes is killed', () => {
      restarted = cluster.killProcess(0)
    })
    await restarted
    await causeAndMeasureOutage('Postgres is restarted', () => cluster.killPostgres())
    await causeAndMeasureOutage('all connections are cut', () => cluster.cutConnections())
    await waitForWork(acknowledged)
    await stop()
    await cluster.stopProcesses()
    console.log('Answered a write again after', spans)
    for (const span of Object.values(spans)) expect(span).toBeLessThan(SOON_MS)
    await cluster.withExtraServer(async (server) => {
      // An email in flight at a fault is retried once the mail server's response is overdue.
      await sendAll(server.ctx)
      server.advance(15 * 60)
      await sendAll(server.ctx)
      await expectAllPersisted(server.ctx, acknowledged)
      await expectNoneTwice(server.ctx, outages)
    })
  },
)

function describeSpans(spans: number[]): string {
  return `median ${median(spans).toFixed(1)} ms, longest ${Math.max(...spans).toFixed(1)} ms`
}

async function waitForWork({ reviews, sales }: Work['acknowledged']): Promise<void> {
  const [reviewed, sold] = [reviews.length, sales.size]
  await sleep(WORK.ms)
  await expect.poll(() => reviews.length - reviewed, PATIENCE).toBeGreaterThanOrEqual(WORK.reviews)
  await expect.poll(() => sales.size - sold, PATIENCE).toBeGreaterThanOrEqual(WORK.sales)
}

/**
 * Waits for the first acknowledged write after `from`.
 * @returns its delay in milliseconds
 */
async function waitForResponse(respondedAt: number[], startedAt: number): Promise<number> {
  const findNext = () => respondedAt.find((at) => at > startedAt)
  await expect.poll(findNext, PATIENCE).toBeDefined()
  return findNext()! - startedAt
}

async function expectAllPersisted(
  { db }: Context,
  { reviews, sales, locations }: Work['acknowledged'],
): Promise<void> {
  console.log(`Acknowledged: ${reviews.length} reviews, ${sales.size} sales`)
  const storedReviews = await db.selectFrom('reviews').select('text').execute()
  const storedTexts = new Set(storedReviews.map(({ text }) => text))
  expect(reviews.filter((text) => !storedTexts.has(text))).toEqual([])
  expect(storedReviews).toHaveLength(storedTexts.size)

  for (const [id, location] of locations) {
    const car = await db.selectFrom('cars').select('location').where('id', '=', id).executeTakeFirstOrThrow()
    const number = (location: string) => Number(location.slice('Lot '.length))
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
  expect(findDuplicates(messages.map(({ user_id, subject }) => `${user_id} ${subject}`))).toEqual([])
  expect(messages.length).toBeGreaterThan(WORK.sales)

  const { received } = cluster.smtp
  const copies = received.filter(({ to }) => to.startsWith('reader')).map(({ to }) => to)
  expect(findDuplicates(copies)).toEqual([])
  // An email in flight when its sender died is not retried, because it may already have been sent.
  expect(copies.length).toBeGreaterThanOrEqual(SUBSCRIBERS - outages.length)

  const otherMails = received.filter(({ to }) => !to.startsWith('reader'))
  const idOf = (message: string) => /^Message-ID: (.+)$/im.exec(message)![1]!
  expect(new Set(otherMails.map(({ message }) => idOf(message))).size).toBe(messages.length)
  const repeatedIds = new Set(findDuplicates(otherMails.map(({ message }) => idOf(message))))
  console.log(
    `Mails: ${received.length}, of which ${repeatedIds.size} came twice, under way where their sender died`,
  )
  const [killed] = outages
  const firstTimes = [...repeatedIds].map((id) => otherMails.find(({ message }) => idOf(message) === id)!.at)
  expect(firstTimes.length).toBeLessThanOrEqual(1)
  expect(firstTimes.filter((at) => at < killed!.from - NOTED_MS || at > killed!.until)).toEqual([])
}

function findDuplicates(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index)
}
