import { dropEmptyErrors, type RawSettings } from './config-error.ts'
import { isSandboxSecret } from './sandbox-secrets.ts'

/**
 * Words that people type or copy from instructions instead of a random secret. Before matching, digits are
 * replaced with the letters that they imitate.
 */
const EXAMPLE_PATTERN =
  /secret|passwor[dt]|token|signing|change[-_ ]?(me|this|it)|replace|example|placeholder|default|insecure|your[-_ ]?key|thisis|dealer|kerblight|qwerty|letmein|openssl|\s/

const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', '@': 'a', $: 's' }

const PART_LENGTH = 4

const GENERATE = 'generate one with `openssl rand -base64 48`'

const sources = {
  TOKEN_SECRET: GENERATE,
  METRICS_TOKEN: GENERATE,
  STRIPE_WEBHOOK_SECRET: 'copy the endpoint’s signing secret from the Stripe dashboard',
}

const secretNames = Object.keys(sources)

export function secretErrors(settings: RawSettings): string[] {
  return dropEmptyErrors(
    ...Object.entries(sources).map(([name, source]) => {
      const secret = settings[name]
      const error = secret && (findSecretError(secret) ?? sharingError(name, secret, settings))
      return error && `${name}: ${error}; ${source}`
    }),
  )
}

function findSecretError(secret: string): string | null {
  return isSandboxSecret(secret) ? 'is a sandbox’s' : describeWeakness(secret.replace(/^whsec_/, ''))
}

/** Minimum length of a reported shared value. A shorter value may occur in a secret by chance. */
const MIN_SHARED_LENGTH = 8

/**
 * Returns an error if a secret shares its value with a setting that others can see, such as monitoring, an
 * email server, or the public.
 */
function sharingError(name: string, secret: string, settings: RawSettings): string | null {
  // If two checked secrets share a value, only the later one gets the error.
  const laterSecretNames = secretNames.slice(secretNames.indexOf(name))
  const otherSettings = Object.entries(settings).filter(([other]) => !laterSecretNames.includes(other))
  const sharingSetting = otherSettings.find(([, value = '']) => isShared(secret, value))
  return sharingSetting ? `shares its value with ${sharingSetting[0]}` : null
}

function isShared(secret: string, value: string): boolean {
  const randomPart = secret.replace(/^whsec_/, '')
  return value.length >= MIN_SHARED_LENGTH && (value.includes(randomPart) || secret.includes(value))
}

/**
 * Returns the reason that a secret could be guessed, as the end of a sentence, or null. It recognizes common
 * substitutes for a random secret, but can't prove that a secret is random. It rejects at most one in 100,000
 * random secrets. The exceptions are 16 hexadecimal digits (one in 10,000) and 32 decimal digits (one in
 * 700).
 */
function describeWeakness(secret: string): string | null {
  if (EXAMPLE_PATTERN.test(toLetters(secret))) return 'looks like an example'
  if (hasRepetition(secret)) return 'repeats itself'
  if (isInOrder(secret, 1) || isInOrder(secret, 2)) return 'is a run of characters in order'
  if (new Set(secret).size < Math.min(8, secret.length / 4)) return 'has too few different characters'
  return null
}

/** Replaces digits and symbols with the letters that they imitate: `p@ssw0rd` becomes `password`. */
function toLetters(text: string): string {
  return text.toLowerCase().replaceAll(/[01345@$]/g, (figure) => LETTERS[figure]!)
}

/**
 * Reports whether more than a quarter of a string repeats earlier parts, as in `abcdabcd` or
 * `horsebatteryhorse`.
 */
function hasRepetition(text: string): boolean {
  const earlierParts = new Set<string>()
  const repeatedIndexes = new Set<number>()
  for (let start = 0; start + PART_LENGTH <= text.length; start++) {
    const part = text.slice(start, start + PART_LENGTH)
    if (earlierParts.has(part))
      for (let index = start; index < start + PART_LENGTH; index++) repeatedIndexes.add(index)
    earlierParts.add(part)
  }
  return repeatedIndexes.size > text.length / 4
}

/**
 * Reports whether at least three of four steps lead to the same or an adjacent character, as in `abcdefgh` or
 * `87654321`. A stride of 2 finds `0a0b0c0d`.
 */
function isInOrder(text: string, stride: number): boolean {
  const steps = Array.from(text.slice(stride), (char, index) => char.charCodeAt(0) - text.charCodeAt(index))
  const smallSteps = steps.filter((step) => Math.abs(step) <= 1)
  return smallSteps.length >= steps.length * 0.75
}
