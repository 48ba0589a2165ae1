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
