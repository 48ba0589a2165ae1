import { createHash } from 'node:crypto'

/**
 * Whether `If-None-Match` says that a client has what it asks for (RFC 9110, 13.1.2): compared weakly.
 * @param tags of all its forms, in quotes
 */
export function isNotModified(ifNoneMatch: string | undefined, tags: readonly string[]): boolean {
  if (ifNoneMatch === undefined) return false
  const known = ifNoneMatch.split(',').map((part) => part.trim().replace(/^W\//, ''))
  return known.some((tag) => tag === '*' || tags.includes(tag))
}

/**
 * The versions that an `If-Match` header names (RFC 9110, 13.1.1): `"3"`, or a whole ETag that a car was answered
 * with, `"3.k9Qz…"`, whose first part is the version.
 * @returns null where any version will do
 */
export function readIfMatch(header: string | undefined): number[] | null {
  if (header === undefined || header.trim() === '*') return null
  return header
    .split(',')
    .map((tag) => /^(?:W\/)?"(\d{1,9})(?:\.[\w.-]*)?"$/.exec(tag.trim())?.[1])
    .filter((version) => version !== undefined)
    .map(Number)
}

/** A tag, in quotes, of a file that is written as it is asked for. @param dependsOn all that decides what is in it */
export function tagOf(dependsOn: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(dependsOn)).digest('base64url')
  return `"${digest.slice(0, 22)}"`
}

/** In place of a file that isn't sent. */
export async function* nothing(): AsyncGenerator<string> {}
