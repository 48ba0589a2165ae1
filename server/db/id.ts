import { randomBytes } from 'node:crypto'

/** 128 random bits as base64url, 22 characters: opaque, and unique across tables. */
export function newId(): string {
  return randomBytes(16).toString('base64url')
}
