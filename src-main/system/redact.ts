import { homedir } from 'node:os'

/**
 * Patterns of secrets, in replacement order: a pattern precedes any pattern that would match only part of its
 * secrets.
 */
const secrets: [pattern: RegExp, put: string][] = [
  // These patterns match JWTs, signed or not, and the credentials after `Bearer` and `Basic`.
  [/\beyJ[\w-]{1,1000}\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  // This pattern matches Stripe's client secrets, which let their holder complete a payment and see who pays.
  [/((?:pi|seti)_[A-Za-z0-9]+)_secret_\w+/g, '$1_secret_[token]'],
  [/\b(ya29\.|4\/|whsec_|[srp]k_(?:test|live)_)[\w.-]+/g, '[token]'],
  // Query strings contain codes, states, and email addresses.
  [/\?[^\s"'<>)]+/g, '?[query]'],
  [/[\w.+%-]{1,255}@[\w-]+(\.[\w-]+)+/g, '[mail]'],
  // Any long random string is treated as a secret.
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
