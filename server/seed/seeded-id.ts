import { createHash } from 'node:crypto'

/** An id of the usual form (22 characters of base64url) that is the same for the same names. */
export function seededId(...names: (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest().subarray(0, 16).toString('base64url')
}
