import { randomFillSync } from 'node:crypto'

const BYTES = 16
/** A supply of random bytes, because requesting random bytes takes far longer than reading them. */
const stock = Buffer.alloc(256 * BYTES)
let used = stock.length

/** Returns 128 random bits as 22 characters of base64url. The ID is opaque, and unique across tables. */
export function newId(): string {
  if (used === stock.length) {
    randomFillSync(stock)
    used = 0
  }
  used += BYTES
  return stock.toString('base64url', used - BYTES, used)
}
