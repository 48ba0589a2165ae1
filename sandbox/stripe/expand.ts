import type { Context } from './context.ts'
import { invalidParam } from './problem.ts'

type Wire = Record<string, unknown>

/** Which properties of which objects hold an id that can be replaced by the object, and where that is. */
const EXPANDABLE: Record<string, Record<string, (ctx: Context, id: string) => unknown>> = {
  payment_intent: {
    latest_charge: (ctx, id) => ctx.store.charges.get(id),
    payment_method: (ctx, id) => ctx.store.paymentMethods.get(id)?.method,
  },
  charge: {
    payment_intent: (ctx, id) => ctx.store.paymentIntents.get(id)?.intent,
  },
  refund: {
    charge: (ctx, id) => ctx.store.charges.get(id),
    payment_intent: (ctx, id) => ctx.store.paymentIntents.get(id)?.intent,
    payment_method: (ctx, id) => ctx.store.paymentMethods.get(id)?.method,
  },
}

const MAX_DEPTH = 4

/** Answers the object with the ids named by `expand[]` (e.g. `latest_charge`, `data.payment_method`) filled in. */
export function expandObject(ctx: Context, object: unknown, paths: string[]): unknown {
  let result = object
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > MAX_DEPTH) {
      throw invalidParam('expand', `You cannot expand more than ${MAX_DEPTH} levels of a property`)
    }
    result = expandPath(ctx, result, parts, path)
  }
  return result
}

function expandPath(ctx: Context, object: unknown, parts: string[], path: string): unknown {
  const [part, ...rest] = parts
  if (part === undefined || object === null) return object
  if (!isWire(object)) throw notExpandable(path)
  if (object.object === 'list') {
    if (part !== 'data' || !Array.isArray(object.data)) throw notExpandable(path)
    return { ...object, data: object.data.map((item) => expandPath(ctx, item, rest, path)) }
  }
  const find = EXPANDABLE[String(object.object)]?.[part]
  if (!find) throw notExpandable(path)
  const value = object[part]
  const found = typeof value === 'string' ? (find(ctx, value) ?? value) : value
  return { ...object, [part]: expandPath(ctx, found, rest, path) }
}

function notExpandable(path: string) {
  return invalidParam('expand', `This property cannot be expanded (${path}).`)
}

function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null
}
