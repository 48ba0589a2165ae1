export interface FoundPath<Name> {
  name: Name
  /** As they stand in the path: percent-encoded. */
  params: Record<string, string>
}

/**
 * Tells which of several paths with `:params` one is.
 * @returns all that fit, `/users/me` before `/users/:id`
 */
export function pathMatcher<Name>(
  rows: Iterable<readonly [name: Name, path: string]>,
): (path: string) => FoundPath<Name>[] {
  const sorted = [...rows]
    .sort(([, a], [, b]) => wordsFirst(a, b))
    .map(([name, path]) => ({ name, read: readerOf(path) }))
  return (path) => {
    const found: FoundPath<Name>[] = []
    for (const { name, read } of sorted) {
      const params = read(path)
      if (params) found.push({ name, params })
    }
    return found
  }
}

/** Sorts paths so that of two that fit the one with the word comes before the one with a param. */
export function wordsFirst(a: string, b: string): number {
  return rankOf(a) < rankOf(b) ? -1 : 1
}

/** The path without a slash at its end, where that makes no difference. */
export function withoutSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '')
}

function rankOf(path: string): string {
  return path.replace(/:\w+/g, '~')
}

/** Hot requests are told apart by it, so a path without params is only compared. */
function readerOf(known: string): (path: string) => FoundPath<unknown>['params'] | null {
  if (!known.includes(':')) return (path) => (path === known ? {} : null)
  const pattern = new RegExp(`^${known.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  return (path) => pattern.exec(path)?.groups ?? null
}
