import { createHash } from 'node:crypto'

/**
 * Reports whether `If-None-Match` shows that the client already has the content, using weak comparison (RFC
 * 9110, 13.1.2).
 * @param tags the tags of the content's encodings, in quotes
 */
export function isNotModified(ifNoneMatch: string | undefined, tags: readonly string[]): boolean {
  if (ifNoneMatch === undefined) return false
  const clientTags = ifNoneMatch.split(',').map((part) => part.trim().replace(/^W\//, ''))
  return clientTags.some((tag) => tag === '*' || tags.includes(tag))
}

/**
 * Returns the versions in an `If-Match` header (RFC 9110, 13.1.1): `"3"`, or the complete ETag of a car's
 * response, such as `"3.k9Qz…"`, whose first part is the version.
 * @returns null if any version matches
 */
export function readIfMatch(header: string | undefined): number[] | null {
  if (header === undefined || header.trim() === '*') return null
  return header
    .split(',')
    .map((tag) => /^(?:W\/)?"(\d{1,9})(?:\.[\w.-]*)?"$/.exec(tag.trim())?.[1])
    .filter((version) => version !== undefined)
    .map(Number)
}

/**
 * Returns an entity tag, in quotes, for a file that is generated for each request.
 * @param dependsOn the values that determine the file's content
 */
export function buildTag(dependsOn: readonly unknown[]): string {
  const digest = createHash('sha256').update(JSON.stringify(dependsOn)).digest('base64url')
  return `"${digest.slice(0, 22)}"`
}

export async function* yieldNothing(): AsyncGenerator<string> {}
