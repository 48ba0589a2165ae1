import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LOOPBACK } from '../config.ts'
import { respondToApiV2 } from './api-v2.ts'
import { respondToApi, type Api } from './api.ts'
import type { Context } from './context.ts'
import { getEventTime } from './events.ts'
import { send } from './http.ts'
import { createIdempotencyKeys, isKeyExpired } from './idempotency.ts'
import { respondToPage } from './pages.ts'
import { findNextRefundTime, settleDueRefunds } from './refunds.ts'
import { openStore, type Store } from './store.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export interface StripeSandboxOptions {
  /** 0 picks a free port. */
  port: number
  dataDir: string
  /** If omitted, events are stored but not sent. */
  webhookUrl?: string
  webhookSecret: string
  log?: (message: string) => void
  /** Delays between delivery attempts in milliseconds. The last one repeats. */
  retryDelaysMs?: number[]
  /** With `hold`, events wait for `webhooks.flush` or `webhooks.deliver`. Default: `send`. */
  webhooks?: 'send' | 'hold'
  /** Time in milliseconds until the bank settles a refund to the two test cards with a delay. */
  refundDelayMs?: number
  /** Time in milliseconds until the money of a charge is available. Default: 0. */
  availableDelayMs?: number
  /** Returns the time in milliseconds. Default: the system clock. */
  now?: () => number
}

export interface StripeSandbox {
  port: number
  /** For example, `http://127.0.0.1:4010`. */
  url: string
  webhooks: Pick<Webhooks, 'pending' | 'flush' | 'deliver'>
  /** Stops, and resolves when all state is on disk. A second call has no effect. */
  close(): Promise<void>
}

export const API_VERSION = '2026-10-28.endive'

const PRUNE_EVERY_MS = 10 * 60 * 1_000

/** Delay in milliseconds before a failed write is retried, for example on a full disk. */
const RETRY_AFTER_MS = 1_000

/**
 * Starts the stand-in for Stripe: its HTTP API, its signed webhooks, and its Stripe.js under `/v3/`.
 * @throws CorruptStateError or StateInUseError for an unusable state file, and Node's error if the port is
 * taken
 */
export async function startStripeSandbox(options: StripeSandboxOptions): Promise<StripeSandbox> {
  const { log = () => {}, now = Date.now } = options
  const store = await openStore(options.dataDir)
  const server = createServer()
  server.listen(options.port, LOOPBACK)
  await once(server, 'listening').catch((error: unknown) => {
    store.close()
    throw error
  })
  const { port } = server.address() as AddressInfo
  const url = `http://${LOOPBACK}:${port}`

  const webhooks = createWebhooks({
    store,
    url: options.webhookUrl ?? null,
    secret: options.webhookSecret,
    now,
    retryDelaysMs: options.retryDelaysMs,
    mode: options.webhooks,
    log,
  })
  const api: Api = {
    context: {
      store,
      now,
      origin: url,
      refundDelayMs: options.refundDelayMs ?? 3_000,
      availableDelayMs: options.availableDelayMs ?? 0,
      hasWebhook: options.webhookUrl !== undefined,
      apiVersion: API_VERSION,
    },
    keys: createIdempotencyKeys(store, now),
    onEvents(eventIds) {
      webhooks.add(eventIds)
      if (eventIds.length > 0) scheduleRefunds()
    },
    log,
  }

  let closed: Promise<void> | undefined
  let refundTimer: NodeJS.Timeout | undefined
  function scheduleRefunds() {
    const due = findNextRefundTime(bankContext())
    if (due !== null) settleRefundsIn(Math.max(0, due - now()))
  }

  function settleRefundsIn(ms: number) {
    clearTimeout(refundTimer)
    refundTimer = setTimeout(() => void settleRefunds(), ms).unref()
  }

  async function settleRefunds() {
    const ctx = bankContext()
    try {
      settleDueRefunds(ctx)
      await store.saved()
      if (closed) return
      webhooks.add(ctx.call.events)
      scheduleRefunds()
    } catch (error) {
      log(`stripe sandbox: ${String(error)}`)
      if (!closed) settleRefundsIn(RETRY_AFTER_MS)
    }
  }

  function tidy() {
    try {
      prune(store, now())
    } catch (error) {
      log(`stripe sandbox: ${String(error)}`)
    }
  }

  function bankContext(): Context {
    return {
      ...api.context,
      call: { caller: 'secret', requestId: null, account: null, idempotencyKey: null, events: [] },
    }
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(api, request)
      .then((result) => send(response, result))
      .catch((error: unknown) => {
        log(`stripe sandbox: ${String(error)}`)
        response.destroy()
      })
  })
  const pruneTimer = setInterval(tidy, PRUNE_EVERY_MS)
  pruneTimer.unref()
  tidy()
  scheduleRefunds()

  async function close() {
    clearInterval(pruneTimer)
    clearTimeout(refundTimer)
    const stopped = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await webhooks.close()
    setTimeout(() => server.closeAllConnections(), 1_000).unref()
    await stopped
    store.close()
  }

  return { port, url, webhooks, close: () => (closed ??= close()) }
}

async function answer(api: Api, request: IncomingMessage) {
  const url = URL.parse(request.url ?? '/', 'http://sandbox')
  if (!url) return { status: 400, body: 'Bad request' }
  if (url.pathname.startsWith('/v1/')) return respondToApi(api, request, url)
  if (url.pathname.startsWith('/v2/')) return respondToApiV2(api, request, url)
  return respondToPage(api, request, url)
}

const EVENT_MS = 30 * 24 * 60 * 60 * 1_000
const MAX_FINISHED_EVENTS = 2_000

/**
 * Deletes expired idempotency keys and account links that expired 30 days ago. Also deletes finished events that are older than 30 days, as Stripe does,
 * or exceed the maximum number.
 */
function prune(store: Store, now: number) {
  for (const key of store.idempotency.ids()) {
    const stored = store.idempotency.get(key)
    if (stored && isKeyExpired(stored, now)) store.idempotency.delete(key)
  }
  for (const { id, expiresAt } of store.accountLinks.all()) {
    if (now - expiresAt > EVENT_MS) store.accountLinks.delete(id)
  }
  const finished = store.events.all().filter(({ delivery }) => delivery !== 'pending')
  const surplus = finished.length - MAX_FINISHED_EVENTS
  for (const [index, { event }] of finished.entries()) {
    if (index < surplus || now - getEventTime(event) > EVENT_MS) store.events.delete(event.id)
  }
}
