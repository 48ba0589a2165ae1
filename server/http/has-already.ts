/**
 * Whether `If-None-Match` says that a client has what it asks for (RFC 9110, 13.1.2): compared weakly.
 * @param tags of all its forms, in quotes
 */
export function hasAlready(ifNoneMatch: string | undefined, tags: readonly string[]): boolean {
  if (ifNoneMatch === undefined) return false
  const known = ifNoneMatch.split(',').map((part) => part.trim().replace(/^W\//, ''))
  return known.some((tag) => tag === '*' || tags.includes(tag))
}
