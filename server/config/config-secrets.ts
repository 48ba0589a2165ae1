import { compact, type Given } from './config-error.ts'
import { isSandboxSecret } from './sandbox-secrets.ts'

/**
 * Words that people type or copy from instructions in place of a random secret. Before matching, digits in
 * the secret are replaced with the letters that they imitate.
 */
const EXAMPLE =
  /secret|passwor[dt]|token|signing|change[-_ ]?(me|this|it)|replace|example|placeholder|default|insecure|your[-_ ]?key|thisis|dealer|kerblight|qwerty|letmein|openssl|\s/

const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', '@': 'a', $: 's' }

const PART = 4

const GENERATE = 'generate one with `openssl rand -base64 48`'

/** The secrets to check, and the instructions for getting a new one. */
const sources = {
  TOKEN_SECRET: GENERATE,
  METRICS_TOKEN: GENERATE,
  STRIPE_WEBHOOK_SECRET: 'copy the endpoint’s signing secret from the Stripe dashboard',
}

const judged = Object.keys(sources)

/** Returns the errors in the secrets of a live configuration, one per line. */
export function secretErrors(given: Given): string[] {
  return compact(
    ...Object.entries(sources).map(([name, source]) => {
      const secret = given[name]
      const error = secret && (errorOf(secret) ?? sharing(name, secret, given))
      return error && `${name}: ${error}; ${source}`
    }),
  )
}

function errorOf(secret: string): string | null {
  return isSandboxSecret(secret) ? 'is a sandbox’s' : weaknessOf(secret.replace(/^whsec_/, ''))
}

/** The minimum length of a shared value that is reported. A shorter value may occur in a secret by chance. */
const TELLING = 8

/**
 * Returns an error if a secret has the same value as a setting that others can see. The setting may be
 * visible to monitoring, an email server, or the public.
 */
function sharing(name: string, secret: string, given: Given): string | null {
  // If two checked secrets share a value, the later one gets the error.
  const later = judged.slice(judged.indexOf(name))
  const otherSettings = Object.entries(given).filter(([other]) => !later.includes(other))
  const shared = otherSettings.find(([, value = '']) => isShared(secret, value))
  return shared ? `shares its value with ${shared[0]}` : null
}

function isShared(secret: string, value: string): boolean {
  const own = secret.replace(/^whsec_/, '')
  return value.length >= TELLING && (value.includes(own) || secret.includes(value))
}

/**
 * Returns the reason why a secret could be guessed, as the end of a sentence; null if there is no reason. It
 * recognizes common substitutes for a random secret, but can't prove that a secret is random. It rejects at
 * most one in 100,000 random secrets. The exceptions are 16 hexadecimal digits (one in 10,000) and 32 decimal
 * digits (one in 700).
 */
function weaknessOf(secret: string): string | null {
  if (EXAMPLE.test(inLetters(secret))) return 'looks like an example'
  if (repeats(secret)) return 'repeats itself'
  if (isInOrder(secret, 1) || isInOrder(secret, 2)) return 'is a run of characters in order'
  if (new Set(secret).size < Math.min(8, secret.length / 4)) return 'has too few different characters'
  return null
}

/** Replaces digits and symbols with the letters that they imitate: `p@ssw0rd` becomes `password`. */
function inLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[01345@$]/g, (figure) => LETTERS[figure]!)
}

/**
 * Reports whether more than a quarter of a string repeats earlier parts of it, as in `abcdabcd` or
 * `horsebatteryhorse`.
 */
function repeats(text: string): boolean {
  const seen = new Set<string>()
  const again = new Set<number>()
  for (let at = 0; at + PART <= text.length; at++) {
    const part = text.slice(at, at + PART)
    if (seen.has(part)) for (let each = at; each < at + PART; each++) again.add(each)
    seen.add(part)
  }
  return again.size > text.length / 4
}

/**
 * Reports whether at least three of four steps lead to the same or an adjacent character, such as `abcdefgh`
 * or `87654321`. A stride of 2 finds `0a0b0c0d`.
 */
function isInOrder(text: string, stride: number): boolean {
  const steps = Array.from(text.slice(stride), (char, at) => char.charCodeAt(0) - text.charCodeAt(at))
  const short = steps.filter((step) => Math.abs(step) <= 1)
  return short.length >= steps.length * 0.75
}
