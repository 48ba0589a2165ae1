import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { runDeals } from '../../server/sale/stripe/run-deals.ts'
import { call } from '../support/api-client.ts'
import {
  buildPayableSeller,
  buildSeller,
  getHandoverCode,
  confirmReceived,
  callDeal,
  decideProblem,
  listBookErrors,
  onboard,
  reportProblem,
  sell,
  listTransfers,
  type Sale,
} from '../support/deals.ts'
import { buildActors, type TestApp } from '../support/test-app.ts'
import { startTwoProcesses, type Cluster } from './two-processes.ts'

const PAYOUT = 2_440_200
/** Number of deals per race. */
const RACES = 3
/** Polling limits in milliseconds. The deals job runs every 15 seconds, and a payout's lease is 32 seconds long. */
const PATIENCE = { timeout: 60_000, interval: 50 }

let cluster: Cluster
let people: TestApp['people']
const sales: Record<'confirmed' | 'reported' | 'guessed', Sale[]> = {
  confirmed: [],
  reported: [],
  guessed: [],
}
let waiting: Sale
const codes = new Map<Sale, string>()
/** The APIs of the two processes, with the sandbox that both use. */
let apps: [TestApp, TestApp]

beforeAll(async () => {
  cluster = await startTwoProcesses(async (ctx) => {
    people = await buildActors(ctx)
  })
  await inExtraServer(async (app) => {
    const sellTo = async () => sell(app, { seller: await buildPayableSeller(app) })
    for (let index = 0; index < RACES; index++) {
      sales.confirmed.push(await sellTo())
      sales.reported.push(await sellTo())
    }
    sales.guessed.push(await sellTo())
    waiting = await sell(app, { seller: await buildSeller(app) })
    for (const sale of Object.values(sales).flat()) codes.set(sale, await getHandoverCode(app, sale))
    const [first, second] = cluster.origins
    apps = [
      { ...app, url: first! },
      { ...app, url: second! },
    ]
  })
}, 120_000)
afterAll(() => cluster?.close())

/** Runs `work` in a third server, whose jobs are off. */
function inExtraServer(work: (app: TestApp) => Promise<void>): Promise<void> {
  return cluster.withExtraServer((server) =>
    work({ ...server, stripe: cluster.stripe, webhookSecret: '', people }),
  )
}

function enterCode(app: TestApp, sale: Sale, code = codes.get(sale)!) {
  return callDeal(app, 'enterHandoverCode', sale, sale.seller, { code })
}

async function readState(sale: Sale): Promise<string> {
  const { body } = await callDeal<EndpointOutput<'getDeal'>>(apps[1], 'getDeal', sale, sale.buyer)
  return body.state
}

async function expectOneTransfer(sale: Sale): Promise<void> {
  await vi.waitFor(async () => expect(await readState(sale)).toBe('released'), PATIENCE)
  expect((await listTransfers(apps[0], sale)).map(({ amount }) => amount)).toEqual([PAYOUT])
}

describe('two processes', () => {
  it('make one transfer if one receives the confirmation and the other receives the code', async () => {
    for (const sale of sales.confirmed) {
      const [received, entered] = await Promise.all([
        confirmReceived(apps[0], sale),
        enterCode(apps[1], sale),
      ])
      expect([200, 409]).toContain(received.status)
      expect([200, 409]).toContain(entered.status)
      expect([received.status, entered.status]).toContain(200)
      await expectOneTransfer(sale)
    }
  })

  it('make at most one transfer if one receives a problem and the other receives the confirmation', async () => {
    for (const sale of sales.reported) {
      const [reported, received] = await Promise.all([
        reportProblem(apps[0], sale),
        confirmReceived(apps[1], sale),
      ])
      expect([200, 409]).toContain(received.status)
      expect(reported.status).toBe(200)
      expect(await readState(sale)).toBe('problem')
      expect((await listTransfers(apps[0], sale)).length).toBeLessThan(2)
      expect((await decideProblem(apps[1], sale, { outcome: 'release' })).status).toBe(200)
      await expectOneTransfer(sale)
    }
  })

  it('count wrong codes together, and then both reject the right one', async () => {
    const [sale] = sales.guessed
    const wrong = codes.get(sale!) === '000000' ? '000001' : '000000'
    const guesses = Array.from({ length: 8 }, (_, index) => enterCode(apps[index % 2]!, sale!, wrong))
    const statuses = (await Promise.all(guesses)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
    for (const app of apps) expect((await enterCode(app, sale!)).status).toBe(429)
    expect(await listTransfers(apps[0], sale!)).toEqual([])
  })
})

describe('the deals job', () => {
  it('does not run in one process while it runs in the other process', async () => {
    await inExtraServer(async (app) => {
      expect((await confirmReceived(app, waiting)).body.state).toBe('handed-over')
      await exclusively(app, async () => {
        await onboard(app, waiting.seller)
        await cluster.killProcess(0)
        await vi.waitFor(async () => expect(await lastRunOf('mail')).not.toBeNull(), PATIENCE)
        expect(await lastRunOf('deals')).toBeNull()
        expect(await listTransfers(app, waiting)).toEqual([])
        await runDeals(app.ctx)
      })
    })
    await expectOneTransfer(waiting)
  })
})

/** Runs `work` in place of the deals job, as soon as no process runs the job. */
async function exclusively({ ctx }: TestApp, work: () => Promise<void>): Promise<void> {
  let hasRun = false
  while (!hasRun)
    await ctx.exclusively('deals', async () => {
      hasRun = true
      await work()
    })
}

/** Returns the time when a job last ended in the first process; null before that. */
async function lastRunOf(name: string): Promise<string | null> {
  const { token } = people.admin
  const { body } = await call<EndpointOutput<'listJobs'>>(apps[0].url, 'listJobs', { token })
  return body.find((job) => job.name === name)!.lastRunAt
}

it('the books agree with Stripe', async () => {
  await cluster.stopProcesses()
  await inExtraServer(async (app) => expect(await listBookErrors(app)).toEqual([]))
})
