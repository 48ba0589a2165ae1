import { randomFillSync } from 'node:crypto'

const BYTES = 16
/** A pool of random bytes. One request for many bytes is far cheaper than a request per ID. */
const pool = Buffer.alloc(256 * BYTES)
let usedBytes = pool.length

/** Returns 128 random bits as 22 characters of base64url. The ID is opaque, and unique across tables. */
export function newId(): string {
  if (usedBytes === pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  usedBytes += BYTES
  return pool.toString('base64url', usedBytes - BYTES, usedBytes)
}
