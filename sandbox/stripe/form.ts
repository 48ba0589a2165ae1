import { StripeProblem } from './problem.ts'

/**
 * A value in a form-encoded body or query: a string, or a hash by key. A list is a hash with the keys 0, 1,
 * 2…
 */
export type FormValue = string | FormHash
export interface FormHash {
  [key: string]: FormValue
}

const MAX_PAIRS = 1_000
const MAX_DEPTH = 6

/** Parses `amount=100&metadata[carId]=7&allowed_payment_method_types[]=card`, the encoding of Stripe's API. */
export function parseForm(text: string): FormHash {
  const result = emptyHash()
  let pairs = 0
  for (const [name, value] of new URLSearchParams(text)) {
    if (++pairs > MAX_PAIRS) throw malformed('too many parameters')
    place(result, splitName(name), value)
  }
  return result
}

function place(root: FormHash, path: string[], value: string) {
  let hash = root
  for (const [depth, part] of path.entries()) {
    const key = part === '' ? String(Object.keys(hash).length) : part
    if (depth === path.length - 1) {
      hash[key] = value
      return
    }
    const next = hash[key]
    if (next === undefined || typeof next === 'string') {
      const made = emptyHash()
      hash[key] = made
      hash = made
    } else {
      hash = next
    }
  }
}

function splitName(name: string): string[] {
  const bracket = name.indexOf('[')
  if (bracket <= 0) return [name]
  const keys = [...name.slice(bracket).matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '')
  const rebuilt = keys.map((key) => `[${key}]`).join('')
  if (rebuilt !== name.slice(bracket)) throw malformed(`the name ${name} is not well formed`)
  if (keys.length > MAX_DEPTH) throw malformed(`the name ${name} is nested too deeply`)
  return [name.slice(0, bracket), ...keys]
}

/** Without a prototype, a parameter named `__proto__` is stored like any other. */
function emptyHash(): FormHash {
  return Object.create(null) as FormHash
}

function malformed(reason: string): StripeProblem {
  return new StripeProblem(400, {
    type: 'invalid_request_error',
    message: `Invalid request: ${reason}.`,
  })
}
