import { homedir } from 'node:os'

/** Patterns of secrets, in the order of replacement: a pattern precedes any that would split its matches. */
const secrets: [pattern: RegExp, put: string][] = [
  // These match JWTs, signed or not, and the text after the words Bearer and Basic.
  [/\beyJ[\w-]{1,1000}\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  // This matches Stripe's client secrets, whose holder can pay with them and read who pays.
  [/((?:pi|seti)_[A-Za-z0-9]+)_secret_\w+/g, '$1_secret_[token]'],
  [/\b(ya29\.|4\/|whsec_|[srp]k_(?:test|live)_)[\w.-]+/g, '[token]'],
  // Queries contain codes, states, and addresses.
  [/\?[^\s"'<>)]+/g, '?[query]'],
  [/[\w.+%-]{1,255}@[\w-]+(\.[\w-]+)+/g, '[mail]'],
  // Any long random text is treated as a secret.
  [/\b[\w-]{40,}\b/g, '[secret]'],
]

/**
 * Removes tokens, email addresses, query strings, and the user's name in paths from a text, for logs and
 * diagnostics.
 */
export function redact(text: string): string {
  const home = homedir()
  const withoutHome = home.length > 1 ? text.replaceAll(home, '~') : text
  return secrets.reduce((rest, [pattern, put]) => rest.replace(pattern, put), withoutHome)
}
