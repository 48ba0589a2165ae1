import { IDEMPOTENCY_MS } from './idempotency.ts'
import type { Store } from './store.ts'

const EVENT_MS = 30 * 24 * 60 * 60 * 1_000
const MAX_FINISHED_EVENTS = 2_000

/** Forgets keys that no longer answer, and finished events that are old (Stripe: 30 days) or many. */
export function prune(store: Store, now: number) {
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
