import { randomFillSync } from 'node:crypto'

const BYTES = 16
/** Asking for random bytes takes far longer than reading them, so they are taken in stock. */
const stock = Buffer.alloc(256 * BYTES)
let used = stock.length

/** 128 random bits as base64url, 22 characters: opaque, and unique across tables. */
export function newId(): string {
  if (used === stock.length) {
    randomFillSync(stock)
    used = 0
  }
  used += BYTES
  return stock.toString('base64url', used - BYTES, used)
}
