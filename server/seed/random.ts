import { createHash } from 'node:crypto'

/**
 * Returns a generator of pseudorandom numbers in [0, 1) (mulberry32). The same seed always produces the same
 * sequence.
 */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** Returns an ID in the usual form (22 characters of base64url). The same names always produce the same ID. */
export function createSeededId(...names: (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest().subarray(0, 16).toString('base64url')
}
