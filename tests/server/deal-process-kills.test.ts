import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { EndpointOutput } from '../../contract/api/endpoints.ts'
import { root } from '../../scripts/lib/root.ts'
import {
  buildPayableSeller,
  callDeal,
  callStripe,
  confirmReceived,
  listBookErrors,
  refund,
  sell,
  listTransfers,
  type Sale,
} from '../support/deals.ts'
import { startSandbox, type TestSandbox } from '../support/sandbox.ts'
import { startTestServer } from '../support/server.ts'
import { startStripeProxy, type Interruption, type StripeProxy } from '../support/stripe-proxy.ts'
import { buildActors, type TestApp } from '../support/test-app.ts'

const PAID = 2_490_000
const PAYOUT = 2_440_200
/** Seconds until another process may repeat a payout, whose lease is 32 seconds long. */
const RESTART_SECONDS = 33
/** The time in milliseconds that a restarted process has, so that both together are less than 60 seconds. */
const SOON_MS = 25_000
const TOKEN_SECRET = 'a2lsbCB0aGUgc2VydmVyIGluIHRoZSBtaWRkbGUgb2YgYSBwYXlvdXQ'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-deal-kills-'))
const file = join(folder, 'kerblight.db')
const env = { DATABASE_URL: `file:${file}`, TOKEN_SECRET }

/** The server as in production, including its jobs, on a free port. */
const program = `
  import { loadConfig } from '${join(root, 'server/config/config.ts')}'
  import { startServer } from '${join(root, 'server/main.ts')}'
  const now = () => new Date(Date.now() + Number(process.env.SECONDS_AHEAD) * 1000)
  const { url } = await startServer({ ...loadConfig(), port: 0 }, { now, isSingleProcess: true })
  console.log(url)`

let sandbox: TestSandbox
let proxy: StripeProxy
let child: ChildProcess | undefined
/** The running process's API, and the sandbox. */
let app: TestApp
let secondsAhead = 0

const unpaid: Record<string, Sale> = {}
const paidOut: Record<string, Sale> = {}

interface Kill {
  title: string
  interruption: Interruption
}

const payoutKills: Kill[] = [
  { title: 'before Stripe receives the transfer', interruption: transfer('before') },
  { title: 'before the transfer is recorded', interruption: transfer('after') },
]

const refundKills: Kill[] = [
  { title: 'before the refund is recorded', interruption: post(/^\/v1\/refunds$/, 'after') },
  { title: 'before Stripe receives the reversal', interruption: reversal('before') },
  { title: 'before the reversal is recorded', interruption: reversal('after') },
]

function post(path: RegExp, when: Interruption['when']): Interruption {
  return { method: 'POST', path, when }
}

function transfer(when: Interruption['when']): Interruption {
  return post(/^\/v1\/transfers$/, when)
}

function reversal(when: Interruption['when']): Interruption {
  return post(/^\/v1\/transfers\/\w+\/reversals$/, when)
}

beforeAll(async () => {
  sandbox = await startSandbox()
  proxy = await startStripeProxy(sandbox.stripe.url)
  await inDatabase(async (prepared) => {
    for (const { title } of payoutKills)
      unpaid[title] = await sell(prepared, { seller: await buildPayableSeller(prepared) })
    for (const { title } of refundKills) {
      paidOut[title] = await sell(prepared, { seller: await buildPayableSeller(prepared) })
      await confirmReceived(prepared, paidOut[title])
    }
    app = prepared
  })
  await startProcess()
})

afterAll(async () => {
  child?.kill('SIGKILL')
  await proxy?.close()
  await sandbox?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs `work` with a server in this process, whose jobs are off. */
async function inDatabase(work: (app: TestApp) => Promise<void>): Promise<void> {
  const { stripe, webhookSecret } = sandbox
  const server = await startTestServer({ env, stripeUrl: stripe.url, webhookSecret })
  try {
    await work({ ...server, stripe, webhookSecret, people: await buildActors(server.ctx) })
  } finally {
    await server.close()
  }
}

async function startProcess(): Promise<void> {
  const { PATH, HOME } = process.env
  const settings = {
    ...env,
    PATH,
    HOME,
    DATA_DIR: folder,
    STRIPE_SANDBOX_PORT: new URL(proxy.url).port,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    SECONDS_AHEAD: String(secondsAhead),
  }
  child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: settings,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [url] = (await once(child.stdout!, 'data')) as [Buffer]
  app = { ...app, url: String(url).trim() }
}

/** Kills the process in a request to Stripe that `work` causes. */
async function killDuring(interruption: Interruption, work: () => Promise<unknown>): Promise<void> {
  const interrupted = proxy.interrupt(interruption)
  const working = work().then(
    () => null,
    (error: Error) => error.message,
  )
  await interrupted
  child!.kill('SIGKILL')
  expect(await working).toBe('fetch failed')
}

/** Restarts the process with the clock past the end of the payout's lease. */
async function restart(): Promise<void> {
  secondsAhead += RESTART_SECONDS
  await startProcess()
}

/** Reads the states of the payout and its reversals from the database of the running or killed process. */
function readRecords({ purchaseID }: Sale) {
  const db = new Sqlite(file, { readonly: true })
  try {
    const payout = db
      .prepare<[string], { id: string; state: string }>('select id, state from payouts where purchase_id = ?')
      .get(purchaseID)
    const reversals = db
      .prepare<[unknown], string>('select state from payout_reversals where payout_id = ?')
      .pluck()
      .all(payout?.id)
    return { payout: payout?.state, reversals }
  } finally {
    db.close()
  }
}

async function amountsAt(path: string): Promise<number[]> {
  const { data } = await callStripe<{ data: { amount: number }[] }>(app, path)
  return data.map(({ amount }) => amount)
}

async function readState(sale: Sale): Promise<string> {
  return (await callDeal<EndpointOutput<'getDeal'>>(app, 'getDeal', sale, sale.buyer)).body.state
}

describe('a payout whose process is killed', () => {
  it.each(payoutKills)('is sent once if the kill happens $title', async ({ title, interruption }) => {
    const sale = unpaid[title]!
    await killDuring(interruption, () => confirmReceived(app, sale))
    expect(readRecords(sale).payout).toBe('sending')
    await restart()
    await vi.waitFor(async () => expect(await readState(sale)).toBe('released'), SOON_MS)
    expect((await listTransfers(app, sale)).map(({ amount }) => amount)).toEqual([PAYOUT])
  })
})

describe('a refund after the payout whose process is killed', () => {
  it.each(refundKills)(
    'reverses the share once if the kill happens $title',
    async ({ title, interruption }) => {
      const sale = paidOut[title]!
      await killDuring(interruption, () => refund(app, sale))
      expect(readRecords(sale).reversals).not.toContain('sent')
      await restart()
      await vi.waitFor(() => expect(readRecords(sale).reversals).toEqual(['sent']), SOON_MS)
      expect(await readState(sale)).toBe('refunded')
      const transfers = await listTransfers(app, sale)
      expect(transfers.map(({ amount }) => amount)).toEqual([PAYOUT])
      expect(await amountsAt(`transfers/${transfers[0]!.id}/reversals`)).toEqual([PAYOUT])
      expect(await amountsAt(`refunds?payment_intent=${sale.intentId}`)).toEqual([PAID])
    },
  )
})

it('the books agree with Stripe after all kills', async () => {
  child!.kill('SIGTERM')
  await once(child!, 'exit')
  await inDatabase(async (last) => expect(await listBookErrors(last)).toEqual([]))
})
