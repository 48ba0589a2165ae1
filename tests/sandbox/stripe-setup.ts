import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Stripe } from 'stripe'
import {
  startStripeSandbox,
  type StripeSandbox,
  type StripeSandboxOptions,
} from '../../sandbox/stripe/server.ts'

export const webhookSecret = 'whsec_test_secret'

/** A separate sandbox on a free port, and the real client connected to it. */
export interface StripeSetup {
  sandbox: StripeSandbox
  stripe: Stripe
  dataDir: string
  /** Closes the sandbox and starts it again on the same data. */
  restart(overrides?: Partial<StripeSandboxOptions>): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openStripeSetup(options: Partial<StripeSandboxOptions> = {}): Promise<StripeSetup> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kerblight-stripe-'))
  const start = (overrides: Partial<StripeSandboxOptions> = {}) =>
    startStripeSandbox({ port: 0, dataDir, webhookSecret, ...options, ...overrides })
  const sandbox = await start()
  const setup: StripeSetup = {
    sandbox,
    stripe: connect(sandbox),
    dataDir,
    async restart(overrides) {
      await setup.sandbox.close()
      setup.sandbox = await start(overrides)
      setup.stripe = connect(setup.sandbox)
    },
    async [Symbol.asyncDispose]() {
      await setup.sandbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return setup
}

export function connect(sandbox: { port: number }, key = 'sk_test_anything'): Stripe {
  return new Stripe(key, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
}

interface Delivery {
  event: Stripe.Event
  signature: string
  body: string
}

/**
 * A merchant's webhook endpoint, which checks each signature with the real library and records the
 * deliveries.
 */
export interface Endpoint {
  url: string
  deliveries: Delivery[]
  /** The thin events of API v2, unparsed. They are always accepted. */
  thinDeliveries: Omit<Delivery, 'event'>[]
  /** The status codes of the next responses. Once they are used up, the status is 200. */
  answers: number[]
  /** Resolves once the endpoint has responded to `count` deliveries. */
  received(count: number): Promise<Delivery[]>
  [Symbol.asyncDispose](): Promise<void>
}

export async function openEndpoint(): Promise<Endpoint> {
  const stripe = new Stripe('sk_test_endpoint')
  const waiters: { count: number; resolve: () => void }[] = []
  const deliveries: Delivery[] = []
  const thinDeliveries: Omit<Delivery, 'event'>[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      const signature = String(request.headers['stripe-signature'])
      if (body.includes('"object": "v2.core.event"')) {
        thinDeliveries.push({ signature, body })
        response.end()
        return
      }
      const event = stripe.webhooks.constructEvent(body, signature, webhookSecret)
      deliveries.push({ event, signature, body })
      response.writeHead(answers.shift() ?? 200).end()
      for (const waiter of waiters) if (deliveries.length >= waiter.count) waiter.resolve()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/api/webhooks/stripe`,
    deliveries,
    thinDeliveries,
    answers,
    async received(count) {
      if (deliveries.length < count) {
        await new Promise<void>((resolve) => waiters.push({ count, resolve }))
      }
      return deliveries
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Parameters of a payment intent as the marketplace creates it. */
export const carPrice = { amount: 2_490_000, currency: 'usd', allowed_payment_method_types: ['card'] }

/**
 * Rolls back every change to an existing record of `collection`, as a full disk would, until `end` is called.
 */
export function simulateFullDisk({ dataDir }: StripeSetup, collection: string): { end(): void } {
  const db = new Sqlite(join(dataDir, 'stripe.db'))
  for (const kind of ['UPDATE', 'DELETE'])
    db.exec(
      `CREATE TRIGGER no_${kind} BEFORE ${kind} ON records WHEN OLD.collection = '${collection}'
       BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`,
    )
  return {
    end() {
      db.exec('DROP TRIGGER no_UPDATE; DROP TRIGGER no_DELETE').close()
    },
  }
}

type TransfersStatus =
  Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers.Status

let accounts = 0

/** Stores a connected account, whose capability to receive transfers has the status. Returns its ID. */
export function putAccount({ dataDir }: StripeSetup, status: TransfersStatus = 'active'): string {
  const account: Stripe.V2.Core.Account = {
    id: `acct_test${++accounts}`,
    object: 'v2.core.account',
    applied_configurations: ['recipient'],
    configuration: {
      recipient: {
        applied: true,
        capabilities: { stripe_balance: { stripe_transfers: { status, status_details: [] } } },
      },
    },
    created: new Date().toISOString(),
    livemode: false,
  }
  const db = new Sqlite(join(dataDir, 'stripe.db'))
  db.prepare(`INSERT INTO records (collection, id, text) VALUES ('accounts', ?, ?)`).run(
    account.id,
    JSON.stringify({ id: account.id, account }),
  )
  db.close()
  return account.id
}

/** Reads the charge of an intent from the sandbox's database, because the product never requests it. */
export function readCharge(
  { dataDir }: StripeSetup,
  { latest_charge: id }: Stripe.PaymentIntent,
): Stripe.Charge {
  const db = new Sqlite(join(dataDir, 'stripe.db'), { readonly: true })
  try {
    const find = db.prepare<[unknown], string>(
      `SELECT text FROM records WHERE collection = 'charges' AND id = ?`,
    )
    return JSON.parse(find.pluck().get(id) ?? 'null') as Stripe.Charge
  } finally {
    db.close()
  }
}
