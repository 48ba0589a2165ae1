import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { getEventTime } from './events.ts'
import type { Store, StoredEvent } from './store.ts'

const FIRST_RETRY_DELAYS_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000]
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1_000
const ANSWER_TIMEOUT_MS = 10_000
/** Maximum time in milliseconds for which an unresponsive endpoint delays the next event. */
const HEAD_START_MS = 1_000

export interface WebhookOptions {
  store: Store
  url: string | null
  secret: string
  now: () => number
  /** Delays between attempts in milliseconds. The last one repeats. */
  retryDelaysMs?: number[]
  /** With `hold`, events wait for `flush` or `deliver`. */
  mode?: 'send' | 'hold'
  log: (message: string) => void
}

/** Delivers events to the merchant's endpoint at least once, and in order unless one has to be retried. */
export interface Webhooks {
  /** Queues events that are already on disk. */
  add(eventIds: string[]): void
  /** Returns the undelivered events, oldest first. */
  pending(): StoredEvent[]
  /** Sends every pending event once, in order, and resolves after the last response. */
  flush(): Promise<void>
  /**
   * Sends one event now, even if it was already delivered. Returns the endpoint's status, or null if there
   * was no response.
   */
  deliver(eventId: string): Promise<number | null>
  close(): Promise<void>
}

export function createWebhooks(options: WebhookOptions): Webhooks {
  const { store, url, secret, now, log } = options
  const delays = options.retryDelaysMs ?? FIRST_RETRY_DELAYS_MS
  const waiting = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  const closing = new AbortController()
  let line: Promise<unknown> = Promise.resolve()

  function queue(id: string) {
    line = line.then(() => {
      if (closing.signal.aborted) return
      return Promise.race([attemptOrRetry(id), delay(HEAD_START_MS, undefined, { ref: false })])
    })
  }

  /** If the result cannot be stored, for example on a full disk, the event is sent again. */
  async function attemptOrRetry(id: string) {
    try {
      await attempt(id)
    } catch (error) {
      log(`webhook ${id}: ${String(error)}`)
      retryLater(id, 1)
    }
  }

  async function attempt(id: string): Promise<number | null> {
    const record = store.events.get(id)
    if (!record || !url) return null
    const status = await post(url, record.event, secret, now, closing.signal)
    if (closing.signal.aborted) return status
    const isDelivered = status !== null && status >= 200 && status < 300
    const attempts = record.attempts + 1
    const latest = store.events.get(id) ?? record
    if (isDelivered) {
      const { event } = latest
      store.events.put(id, {
        event: event.object === 'event' ? { ...event, pending_webhooks: 0 } : event,
        delivery: 'delivered',
        attempts,
      })
      waiting.delete(id)
    } else if (latest.delivery === 'pending') {
      // One attempt without a response is normal: the seed makes payments before its server listens.
      if (status !== null || attempts > 1)
        log(`webhook ${latest.event.type} ${id}: attempt ${attempts} got ${status ?? 'no answer'}`)
      const isOver = now() - getEventTime(latest.event) > GIVE_UP_AFTER_MS
      store.events.put(id, { ...latest, delivery: isOver ? 'given-up' : 'pending', attempts })
      if (isOver) waiting.delete(id)
      else if (options.mode !== 'hold') retryLater(id, attempts)
    }
    // The attempt is not awaited. If a crash loses it, the event is sent again.
    return status
  }

  function retryLater(id: string, attempts: number) {
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        queue(id)
      },
      delays[Math.min(attempts, delays.length) - 1] ?? 0,
    )
    timer.unref()
    timers.add(timer)
  }

  function add(eventIds: string[]) {
    if (!url) return
    for (const id of eventIds) {
      waiting.add(id)
      if (options.mode !== 'hold') queue(id)
    }
  }

  add(store.events.all().flatMap(({ event, delivery }) => (delivery === 'pending' ? [event.id] : [])))

  return {
    add,
    pending: () => [...waiting].flatMap((id) => store.events.get(id)?.event ?? []),
    async flush() {
      for (const id of Array.from(waiting)) await attempt(id)
    },
    deliver: attempt,
    async close() {
      closing.abort()
      for (const timer of timers) clearTimeout(timer)
      await line
    },
  }
}

async function post(
  url: string,
  event: StoredEvent,
  secret: string,
  now: () => number,
  signal: AbortSignal,
): Promise<number | null> {
  const body = JSON.stringify(event, null, 2)
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': sign(body, secret, Math.floor(now() / 1_000)),
        'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return null
  }
}

/** Builds the `Stripe-Signature` header: https://docs.stripe.com/webhooks#verify-manually */
function sign(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return `t=${timestamp},v1=${signature}`
}
