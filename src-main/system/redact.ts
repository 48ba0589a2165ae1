import { homedir } from 'node:os'

/** In this order: what a later one would tear apart goes first. */
const secrets: [pattern: RegExp, put: string][] = [
  // JWTs, signed or not, and whatever follows the word Bearer.
  [/\beyJ[\w-]{1,1000}\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [token]'],
  // Stripe's client secrets: whoever has one can pay with it, and read who pays.
  [/((?:pi|seti)_[A-Za-z0-9]+)_secret_\w+/g, '$1_secret_[token]'],
  [/\b(ya29\.|4\/|whsec_|[srp]k_(?:test|live)_)[\w.-]+/g, '[token]'],
  // Queries carry codes, states and addresses.
  [/\?[^\s"'<>)]+/g, '?[query]'],
  [/[\w.+%-]{1,255}@[\w-]+(\.[\w-]+)+/g, '[mail]'],
  // What is long and random is somebody's secret until shown otherwise.
  [/\b[\w-]{40,}\b/g, '[secret]'],
]

/** The text without tokens, mail addresses, query strings and the user's name in paths. For logs and diagnostics. */
export function redact(text: string): string {
  const home = homedir()
  const withoutHome = home.length > 1 ? text.replaceAll(home, '~') : text
  return secrets.reduce((rest, [pattern, put]) => rest.replace(pattern, put), withoutHome)
}
