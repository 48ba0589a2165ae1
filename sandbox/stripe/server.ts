import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LOOPBACK } from '../config.ts'
import { answerApi, type Api } from './api.ts'
import type { Context } from './context.ts'
import { send } from './http.ts'
import { createIdempotencyKeys, IDEMPOTENCY_MS } from './idempotency.ts'
import { answerPage } from './pages.ts'
import { nextRefundDue, settleDueRefunds } from './refunds.ts'
import { openStore, type Store } from './store.ts'
import { createWebhooks, type Webhooks } from './webhooks.ts'

export interface StripeSandboxOptions {
  /** 0 takes a free one. */
  port: number
  /** Holds `stripe.db`. */
  dataDir: string
  /** Where events go; without it they are only kept. */
  webhookUrl?: string
  webhookSecret: string
  log?: (message: string) => void
  /** Waits between attempts to deliver an event; the last one repeats. */
  retryDelaysMs?: number[]
  /** `hold`: events wait for `webhooks.flush` or `webhooks.deliver`. Default `send`. */
  webhooks?: 'send' | 'hold'
  /** How long a bank takes over the refunds of the two test cards that are not settled at once. */
  refundDelayMs?: number
  /** Milliseconds; default the clock. */
  now?: () => number
}

export interface StripeSandbox {
  port: number
  /** E.g. `http://127.0.0.1:4010`, without a slash at the end. */
  url: string
  webhooks: Pick<Webhooks, 'pending' | 'flush' | 'deliver'>
  /** Stops listening and delivering, and resolves when everything is on disk. Safe to call twice. */
  close(): Promise<void>
}

export const API_VERSION = '2026-10-28.endive'

const PRUNE_EVERY_MS = 10 * 60 * 1_000

/** When what could not be written, on a full disk for instance, is tried again. */
const RETRY_AFTER_MS = 1_000

/**
 * Starts the stand-in for Stripe: its HTTP API, its signed webhooks, and its Stripe.js under `/v3/`.
 * Rejects with `CorruptStateError` or `StateInUseError` for a state file it cannot use, and with Node's error for a
 * taken port.
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
    const due = nextRefundDue(bankContext())
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
      call: { caller: 'secret', requestId: null, idempotencyKey: null, events: [] },
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
  if (url.pathname.startsWith('/v1/')) return answerApi(api, request, url)
  return answerPage(api, request, url)
}

const EVENT_MS = 30 * 24 * 60 * 60 * 1_000
const MAX_FINISHED_EVENTS = 2_000

/** Forgets keys that no longer answer, and finished events that are old (Stripe: 30 days) or many. */
function prune(store: Store, now: number) {
  for (const key of store.idempotency.ids()) {
    const kept = store.idempotency.get(key)
    if (kept && now - kept.createdAt >= IDEMPOTENCY_MS) store.idempotency.delete(key)
  }
  const finished = store.events.all().filter(({ delivery }) => delivery !== 'pending')
  const surplus = finished.length - MAX_FINISHED_EVENTS
  for (const [index, { event }] of finished.entries()) {
    if (index < surplus || now - event.created * 1_000 > EVENT_MS) store.events.delete(event.id)
  }
}
