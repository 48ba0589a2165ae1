import { compact, type Given } from './config-error.ts'
import { isSandboxSecret } from './sandbox-secrets.ts'

/** What people type, or copy from instructions, where a random secret should be; figures in it are read as letters. */
const EXAMPLE =
  /secret|passwor[dt]|token|signing|change[-_ ]?(me|this|it)|replace|example|placeholder|default|insecure|your[-_ ]?key|thisis|dealer|kerblight|qwerty|letmein|openssl|\s/

const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', '@': 'a', $: 's' }

const PART = 4

const GENERATE = 'generate one with `openssl rand -base64 48`'

/** The secrets that are judged, and where one gets another. */
const sources = {
  TOKEN_SECRET: GENERATE,
  METRICS_TOKEN: GENERATE,
  STRIPE_WEBHOOK_SECRET: 'copy the endpoint’s signing secret from the Stripe dashboard',
}

const judged = Object.keys(sources)

/** What is wrong with the secrets of a live configuration, one line each. */
export function secretErrors(given: Given): string[] {
  return compact(
    ...Object.entries(sources).map(([name, source]) => {
      const secret = given[name]
      const fault = secret && (faultOf(secret) ?? sharing(name, secret, given))
      return fault && `${name}: ${fault}; ${source}`
    }),
  )
}

function faultOf(secret: string): string | null {
  return isSandboxSecret(secret) ? 'is a sandbox’s' : weaknessOf(secret.replace(/^whsec_/, ''))
}

/** What is shorter may stand in a secret by chance. */
const TELLING = 8

/** Another setting is for other eyes: monitors', an email server's, or everybody's. */
function sharing(name: string, secret: string, given: Given): string | null {
  // Of two that are judged the later one has the fault.
  const later = judged.slice(judged.indexOf(name))
  const others = Object.entries(given).filter(([other]) => !later.includes(other))
  const shared = others.find(([, value = '']) => isShared(secret, value))
  return shared ? `shares its value with ${shared[0]}` : null
}

function isShared(secret: string, value: string): boolean {
  const own = secret.replace(/^whsec_/, '')
  return value.length >= TELLING && (value.includes(own) || secret.includes(value))
}

/**
 * Why somebody could guess a secret, as the end of a sentence, or null. It knows the usual stand-ins for a random one;
 * that a secret is random it cannot know. Of random ones it refuses one in a hundred thousand at most, but of 16
 * hexadecimal digits one in 10,000 and of 32 decimal ones one in 700.
 */
function weaknessOf(secret: string): string | null {
  if (EXAMPLE.test(inLetters(secret))) return 'looks like an example'
  if (repeats(secret)) return 'repeats itself'
  if (isInOrder(secret, 1) || isInOrder(secret, 2)) return 'is a run of characters in order'
  if (new Set(secret).size < Math.min(8, secret.length / 4)) return 'has too few different characters'
  return null
}

/** `p@ssw0rd` is `password`. */
function inLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[01345@$]/g, (figure) => LETTERS[figure]!)
}

/** `abcdabcd`, `horsebatteryhorse`: more than a quarter of it stands in parts that were there before. */
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

/** `abcdefgh`, `87654321`, and at every other place `0a0b0c0d`: three of four steps, or more, go to the same or the next. */
function isInOrder(text: string, stride: number): boolean {
  const steps = Array.from(text.slice(stride), (char, at) => char.charCodeAt(0) - text.charCodeAt(at))
  const short = steps.filter((step) => Math.abs(step) <= 1)
  return short.length >= steps.length * 0.75
}
