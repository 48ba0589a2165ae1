/** What people type, or copy from instructions, where a random secret should be. */
const EXAMPLE =
  /secret|passwor[dt]|change[-_ ]?(me|this|it)|replace|example|placeholder|default|insecure|your[-_ ]?(token|key)|kerblight|qwerty|letmein|openssl|\s/i

/**
 * Why somebody could guess a secret, as the end of a sentence, or null. It knows the usual stand-ins for a random one;
 * that a secret is random it cannot know. Of random ones it refuses one in a million at most, but of 32 random digits one
 * in 800.
 */
export function weaknessOf(secret: string): string | null {
  if (EXAMPLE.test(secret)) return 'looks like an example'
  if (isRepeated(secret)) return 'repeats itself'
  if (isInOrder(secret)) return 'is a run of characters in order'
  if (new Set(secret).size < Math.min(8, secret.length / 4)) return 'has too few different characters'
  return null
}

/** `aaaa`, `abcabc`, `abcabca`. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period++)
    if (text.slice(period) === text.slice(0, -period)) return true
  return false
}

/** `abcdefgh`, `87654321`, `aabbccdd`: three of four steps, or more, go to the same or the next character. */
function isInOrder(text: string): boolean {
  const steps = [...text].slice(1).map((char, index) => char.charCodeAt(0) - text.charCodeAt(index))
  const short = steps.filter((step) => Math.abs(step) <= 1)
  return short.length >= steps.length * 0.75
}
