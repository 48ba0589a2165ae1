import { join } from 'node:path'
import type Stripe from 'stripe'
import { CorruptStateError, createStateWriter, readState } from '../state-file.ts'

export interface PaymentIntentRecord {
  intent: Stripe.PaymentIntent
  /** The authentication the customer is asked for now. */
  authenticationId: string | null
}

export interface PaymentMethodRecord {
  method: Stripe.PaymentMethod
  /** The documented test card behind it, or null for a number that is none. The number itself is not kept. */
  testCard: string | null
  /** A method without a customer pays once. */
  isUsed: boolean
}

export interface RefundRecord {
  refund: Stripe.Refund
  /** What the bank will say, and when (ms); null when it has said it. */
  due: { at: number; status: 'succeeded' | 'failed' } | null
}

export interface AuthenticationRecord {
  id: string
  paymentIntentId: string
  state: 'pending' | 'succeeded' | 'failed'
  returnUrl: string | null
}

export interface EventRecord {
  event: Stripe.Event
  delivery: 'pending' | 'delivered' | 'given-up' | 'none'
  attempts: number
}

export interface IdempotencyRecord {
  path: string
  paramsHash: string
  status: number
  body: string
  requestId: string
  createdAt: number
}

/**
 * Records by id, oldest first. Each is kept as JSON text: what `get` gives is a copy, so a change counts
 * only when it is put back, and saving joins texts that are ready instead of building them anew.
 */
export class Collection<T> {
  readonly #texts = new Map<string, string>()
  readonly #onChange: () => void

  constructor(onChange: () => void, saved: Record<string, unknown>) {
    this.#onChange = onChange
    for (const [id, record] of Object.entries(saved)) this.#texts.set(id, JSON.stringify(record))
  }

  get(id: string): T | undefined {
    const text = this.#texts.get(id)
    return text === undefined ? undefined : (JSON.parse(text) as T)
  }

  put(id: string, record: T) {
    this.#texts.set(id, JSON.stringify(record))
    this.#onChange()
  }

  /** For what may be lost in a crash: nobody's answer waits for it. `Store.saveLater` brings it to disk. */
  putLazily(id: string, record: T) {
    this.#texts.set(id, JSON.stringify(record))
  }

  delete(id: string) {
    if (this.#texts.delete(id)) this.#onChange()
  }

  has(id: string): boolean {
    return this.#texts.has(id)
  }

  ids(): string[] {
    return [...this.#texts.keys()]
  }

  all(): T[] {
    return Array.from(this.#texts.values(), (text) => JSON.parse(text) as T)
  }

  toJson(): string {
    return `{${Array.from(this.#texts, ([id, text]) => `${JSON.stringify(id)}:${text}`).join(',\n')}}`
  }
}

/** Everything the sandbox knows, in memory and in `<dataDir>/stripe.json`. */
export interface Store {
  paymentIntents: Collection<PaymentIntentRecord>
  paymentMethods: Collection<PaymentMethodRecord>
  charges: Collection<Stripe.Charge>
  refunds: Collection<RefundRecord>
  authentications: Collection<AuthenticationRecord>
  events: Collection<EventRecord>
  idempotency: Collection<IdempotencyRecord>
  /** Resolves when every change so far is on disk. To be awaited before anything about it is told. */
  saved(): Promise<void>
  /** Writes soon, together with whatever else changes until then. */
  saveLater(): void
  /** Waits for what is under way; a change nobody waited for is written now. */
  close(): Promise<void>
}

const NAMES = [
  'paymentIntents',
  'paymentMethods',
  'charges',
  'refunds',
  'authentications',
  'events',
  'idempotency',
] as const

const VERSION = 1

const SAVE_LATER_MS = 250

/** Opens the state in `dataDir`; throws `CorruptStateError` for a file it cannot use. */
export async function openStore(dataDir: string): Promise<Store> {
  const path = join(dataDir, 'stripe.json')
  const stored = checkSaved(path, await readState(path))

  let changes = 0
  let laterTimer: NodeJS.Timeout | undefined
  let latest = { changes: 0, save: Promise.resolve() }
  const onChange = () => {
    changes += 1
  }
  const collections = {
    paymentIntents: new Collection<PaymentIntentRecord>(onChange, stored.paymentIntents),
    paymentMethods: new Collection<PaymentMethodRecord>(onChange, stored.paymentMethods),
    charges: new Collection<Stripe.Charge>(onChange, stored.charges),
    refunds: new Collection<RefundRecord>(onChange, stored.refunds),
    authentications: new Collection<AuthenticationRecord>(onChange, stored.authentications),
    events: new Collection<EventRecord>(onChange, stored.events),
    idempotency: new Collection<IdempotencyRecord>(onChange, stored.idempotency),
  }

  const writer = createStateWriter(path, () => {
    const parts = NAMES.map((name) => `${JSON.stringify(name)}:${collections[name].toJson()}`)
    return `{"version":${VERSION},\n${parts.join(',\n')}}\n`
  })

  function saved(): Promise<void> {
    if (latest.changes === changes) return latest.save
    const mine = { changes, save: writer.save() }
    latest = mine
    // After a failed write nothing counts as saved: the next caller writes again.
    mine.save.catch(() => {
      if (latest === mine) latest = { ...mine, changes: -1 }
    })
    return mine.save
  }

  return {
    ...collections,
    saved,
    saveLater() {
      laterTimer ??= setTimeout(() => {
        laterTimer = undefined
        changes += 1
        // Whoever needs the write to succeed awaits `saved` and hears of the failure there.
        saved().catch(() => {})
      }, SAVE_LATER_MS).unref()
    },
    async close() {
      clearTimeout(laterTimer)
      if (laterTimer) changes += 1
      await saved()
      await writer.idle()
    },
  }
}

type Saved = Record<(typeof NAMES)[number], Record<string, unknown>>

function checkSaved(path: string, value: unknown): Saved {
  const saved: Saved = {
    paymentIntents: {},
    paymentMethods: {},
    charges: {},
    refunds: {},
    authentications: {},
    events: {},
    idempotency: {},
  }
  if (value === undefined) return saved
  if (!isHash(value)) throw new CorruptStateError(path, 'it does not hold an object')
  if (value.version !== VERSION) throw new CorruptStateError(path, `its version is not ${VERSION}`)
  for (const name of NAMES) {
    const records = value[name]
    if (!isHash(records) || !Object.values(records).every(isHash)) {
      throw new CorruptStateError(path, `its part "${name}" is missing or damaged`)
    }
    saved[name] = records
  }
  return saved
}

function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
