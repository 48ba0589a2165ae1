export interface FoundPath<Name> {
  name: Name
  /** The path parameters, still percent-encoded. */
  params: Record<string, string>
}

/**
 * Builds a function that matches a path against several patterns with `:params`.
 * @returns all matches, with `/users/me` before `/users/:id`
 */
export function createPathMatcher<Name>(
  rows: Iterable<readonly [name: Name, path: string]>,
): (path: string) => FoundPath<Name>[] {
  const sorted = [...rows]
    .sort(([, a], [, b]) => comparePathPatterns(a, b))
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

/** Compares path patterns for sorting, with literal segments before parameters. */
export function comparePathPatterns(a: string, b: string): number {
  return buildPathSortKey(a) < buildPathSortKey(b) ? -1 : 1
}

/** Removes a trailing slash, except from the root path. */
export function trimTrailingSlash(path: string): string {
  return path.replace(/(?<=.)\/$/, '')
}

function buildPathSortKey(path: string): string {
  return path.replace(/:\w+/g, '~')
}

/**
 * Builds the matcher for one pattern. It runs on every request, so patterns without parameters are compared
 * as plain strings.
 */
function readerOf(known: string): (path: string) => FoundPath<unknown>['params'] | null {
  if (!known.includes(':')) return (path) => (path === known ? {} : null)
  const pattern = new RegExp(`^${known.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  return (path) => pattern.exec(path)?.groups ?? null
}
