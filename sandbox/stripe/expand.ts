import { findBalanceTransaction } from './balance-transactions.ts'
import type { Context } from './context.ts'
import { findDispute } from './disputes.ts'
import type { FormHash } from './form.ts'
import { list, text } from './params.ts'
import { findPayout } from './payouts.ts'
import { StripeProblem } from './problem.ts'

/** https://docs.stripe.com/expand#how-it-works */
const MAX_DEPTH = 4

const EXPANDABLE = [
  'balance_transaction',
  'charge',
  'failure_balance_transaction',
  'latest_charge',
  'payment_intent',
  'payment_method',
  'source',
  'source_transaction',
  'transfer',
]

const readExpand = list(text())

export function splitExpand({ expand, ...form }: FormHash): { form: FormHash; paths: string[] } {
  return { form, paths: expand === undefined ? [] : readExpand(expand, 'expand') }
}

/** Replaces IDs in a response with their objects. */
export function expandAll(ctx: Context, answer: unknown, paths: string[]): unknown {
  return paths.reduce((object, path) => {
    const fields = path.split('.')
    if (fields.length > MAX_DEPTH) {
      throw createExpandProblem(`You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`)
    }
    return expand(ctx, object, fields, path)
  }, answer)
}

function expand(ctx: Context, object: unknown, fields: string[], path: string): unknown {
  const [field, ...rest] = fields
  if (field === undefined || object === null) return object
  if (Array.isArray(object)) return object.map((item) => expand(ctx, item, fields, path))
  if (!isHash(object) || !Object.hasOwn(object, field)) throw notExpandable(path)
  const value = object[field]
  if (typeof value === 'string') {
    if (!EXPANDABLE.includes(field)) throw notExpandable(path)
    return { ...object, [field]: expandId(ctx, value, rest, path) }
  }
  if (value !== null && typeof value !== 'object') throw notExpandable(path)
  return { ...object, [field]: expand(ctx, value, rest, path) }
}

/** Returns the object with this ID. The payments that transfers create in an account remain IDs. */
function expandId(ctx: Context, id: string, rest: string[], path: string): unknown {
  const found = findObject(ctx, id)
  if (!found) return id
  const isMissing = rest[0] !== undefined && !Object.hasOwn(found, rest[0])
  // In a list of different objects, only some have the property.
  return isMissing ? found : expand(ctx, found, rest, path)
}

function findObject(ctx: Context, id: string): object | undefined {
  const { store } = ctx
  switch (id.split('_')[0]) {
    case 'ch':
      return store.charges.get(id)
    case 'du':
      return findDispute(ctx, id)
    case 'pi':
      return store.paymentIntents.get(id)?.intent
    case 'pm':
      return store.paymentMethods.get(id)?.method
    case 'po':
      return findPayout(ctx, id)
    case 're':
      return store.refunds.get(id)?.refund
    case 'tr':
      return store.transfers.get(id)
    case 'trr':
      return store.transferReversals.get(id)
    case 'txn':
      return findBalanceTransaction(ctx, id)
    default:
      return undefined
  }
}

function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function notExpandable(path: string): StripeProblem {
  return createExpandProblem(`This property cannot be expanded (${path}).`)
}

/** The error for a call that ran, but whose response cannot be expanded as requested. */
function createExpandProblem(message: string): StripeProblem {
  return new StripeProblem(400, { type: 'invalid_request_error', message, param: 'expand' }, true)
}
