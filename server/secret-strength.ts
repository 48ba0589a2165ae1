/** What people type, or copy from instructions, where a random secret should be; figures in it are read as letters. */
const EXAMPLE =
  /secret|passwor[dt]|token|signing|change[-_ ]?(me|this|it)|replace|example|placeholder|default|insecure|your[-_ ]?key|thisis|dealer|kerblight|qwerty|letmein|openssl|\s/

const LETTERS: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', '@': 'a', $: 's' }

/**
 * Why somebody could guess a secret, as the end of a sentence, or null. It knows the usual stand-ins for a random one;
 * that a secret is random it cannot know. Of random ones it refuses one in a hundred thousand at most, but of 16
 * hexadecimal digits one in 10,000 and of 32 decimal ones one in 700.
 */
export function weaknessOf(secret: string): string | null {
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

const PART = 4

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
