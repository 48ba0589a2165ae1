import { randomFillSync } from 'node:crypto'

const BYTES = 16
/** A pool of random bytes, because one request for many bytes is far cheaper than a request per ID. */
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
