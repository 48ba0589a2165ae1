import { join } from 'node:path'
import type Stripe from 'stripe'
import { CorruptStateError } from '../state-file.ts'
import { openStateJournal, readJournaledState } from '../state-journal.ts'

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

/** `text` is null for what was deleted. */
type OnChange = (id: string, text: string | null, isLazy: boolean) => void

/**
 * Records by id, oldest first. Each is kept as JSON text: what `get` gives is a copy, so a change counts
 * only when it is put back, and saving takes texts that are ready instead of building them anew.
 */
export class Collection<T> {
  readonly #texts: Map<string, string>
  readonly #onChange: OnChange

  constructor(texts: Map<string, string>, onChange: OnChange) {
    this.#texts = texts
    this.#onChange = onChange
  }

  get(id: string): T | undefined {
    const text = this.#texts.get(id)
    return text === undefined ? undefined : (JSON.parse(text) as T)
  }

  put(id: string, record: T) {
    this.#put(id, record, false)
  }

  /** For what may be lost in a crash: nobody's answer waits for it. `Store.saveLater` brings it to disk. */
  putLazily(id: string, record: T) {
    this.#put(id, record, true)
  }

  deleteLazily(id: string) {
    if (this.#texts.delete(id)) this.#onChange(id, null, true)
  }

  ids(): string[] {
    return [...this.#texts.keys()]
  }

  all(): T[] {
    return Array.from(this.#texts.values(), (text) => JSON.parse(text) as T)
  }

  #put(id: string, record: T, isLazy: boolean) {
    const text = JSON.stringify(record)
    this.#texts.set(id, text)
    this.#onChange(id, text, isLazy)
  }
}

/** Everything the sandbox knows, in memory and in `<dataDir>/stripe.json` with its journal. */
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

type Name = (typeof NAMES)[number]

const VERSION = 1

const SAVE_LATER_MS = 250

/** Opens the state in `dataDir`; throws `CorruptStateError` for one it cannot use. */
export async function openStore(dataDir: string): Promise<Store> {
  const path = join(dataDir, 'stripe.json')
  const saved = await readJournaledState(path)
  const texts = readSnapshot(path, saved.snapshot)
  for (const change of saved.changes) applyChange(path, texts, change)

  let changes = 0
  let hasLazyChanges = false
  let laterTimer: NodeJS.Timeout | undefined
  let latest = { changes: 0, save: Promise.resolve() }
  const journal = openStateJournal(path, () => {
    const parts = NAMES.map((name) => `${JSON.stringify(name)}:${toJson(texts[name])}`)
    return `{"version":${VERSION},\n${parts.join(',\n')}}`
  })

  function collection<T>(name: Name): Collection<T> {
    return new Collection(texts[name], (id, text, isLazy) => {
      journal.add(`["${name}",${JSON.stringify(id)}${text === null ? '' : `,${text}`}]`)
      if (isLazy) hasLazyChanges = true
      else changes += 1
    })
  }

  function save(): Promise<void> {
    hasLazyChanges = false
    const mine = { changes, save: journal.save() }
    latest = mine
    // After a failed write nothing counts as saved: the next caller writes again.
    mine.save.catch(() => {
      if (latest === mine) latest = { ...mine, changes: -1 }
    })
    return mine.save
  }

  function isSaved(): boolean {
    return latest.changes === changes
  }

  return {
    paymentIntents: collection('paymentIntents'),
    paymentMethods: collection('paymentMethods'),
    charges: collection('charges'),
    refunds: collection('refunds'),
    authentications: collection('authentications'),
    events: collection('events'),
    idempotency: collection('idempotency'),
    saved: () => (isSaved() ? latest.save : save()),
    saveLater() {
      laterTimer ??= setTimeout(() => {
        laterTimer = undefined
        // Whoever needs the write to succeed awaits `saved` and hears of the failure there.
        if (hasLazyChanges) save().catch(() => {})
      }, SAVE_LATER_MS).unref()
    },
    async close() {
      clearTimeout(laterTimer)
      if (hasLazyChanges || !isSaved()) await save()
      await journal.close()
    },
  }
}

type Texts = Record<Name, Map<string, string>>

function readSnapshot(path: string, snapshot: unknown): Texts {
  const texts = Object.fromEntries(NAMES.map((name) => [name, new Map<string, string>()])) as Texts
  if (snapshot === undefined) return texts
  if (!isHash(snapshot)) throw new CorruptStateError(path, 'it does not hold an object')
  if (snapshot.version !== VERSION) throw new CorruptStateError(path, `its version is not ${VERSION}`)
  for (const name of NAMES) {
    const records = snapshot[name]
    if (!isHash(records) || !Object.values(records).every(isHash)) {
      throw new CorruptStateError(path, `its part "${name}" is missing or damaged`)
    }
    for (const [id, record] of Object.entries(records)) texts[name].set(id, JSON.stringify(record))
  }
  return texts
}

/** `[collection, id, record]`, or without a record where one was deleted. */
function applyChange(path: string, texts: Texts, change: unknown) {
  const [name, id, record] = Array.isArray(change) ? (change as unknown[]) : []
  const known = NAMES.find((entry) => entry === name)
  if (!known || typeof id !== 'string' || (record !== undefined && !isHash(record))) {
    throw new CorruptStateError(path, 'its journal holds something that is no change')
  }
  if (record === undefined) texts[known].delete(id)
  else texts[known].set(id, JSON.stringify(record))
}

function toJson(texts: Map<string, string>): string {
  return `{${Array.from(texts, ([id, text]) => `${JSON.stringify(id)}:${text}`).join(',\n')}}`
}

function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
