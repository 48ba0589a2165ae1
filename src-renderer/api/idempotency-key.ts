/** A new key for one form: sent along, a repeat of the same save returns the first one's id. */
export function newIdempotencyKey(): string {
  // Not randomUUID: browsers offer it over https and on localhost only.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
