import { homedir } from 'node:os'

/** Ordered: a pattern precedes any other that would match only a part of its secrets. */
const secrets: [pattern: RegExp, put: string][] = [
  // JWTs, signed or not, and credentials after `Bearer` and `Basic`.
  [/\beyJ[\w-]{1,1000}\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  // Stripe's client secrets, which let anyone complete a payment and see who pays.
  [/((?:pi|seti)_[A-Za-z0-9]+)_secret_\w+/g, '$1_secret_[token]'],
  [/\b(ya29\.|4\/|whsec_|[srp]k_(?:test|live)_)[\w.-]+/g, '[token]'],
  // Query strings contain codes, states, and email addresses.
  [/\?[^\s"'<>)]+/g, '?[query]'],
  [/[\w.+%-]{1,255}@[\w-]+(\.[\w-]+)+/g, '[mail]'],
  // Any other long random string.
  [/\b[\w-]{40,}\b/g, '[secret]'],
]

/**
 * Removes tokens, email addresses, query strings, and the user's name in paths from a string, for logs and
 * diagnostics.
 */
export function redact(text: string): string {
  const home = homedir()
  const withoutHome = home.length > 1 ? text.replaceAll(home, '~') : text
  return secrets.reduce((rest, [pattern, put]) => rest.replace(pattern, put), withoutHome)
}
