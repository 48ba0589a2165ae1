/**
 * Browser names by user agent. The order matters because an entry's user agents may also match later
 * patterns.
 */
const BROWSERS: [name: string, pattern: RegExp][] = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
]

const SYSTEMS: [name: string, pattern: RegExp][] = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
]

/** Returns a name such as 'Chrome on Windows', with as much detail as the User-Agent header provides. */
export function formatDeviceName({
  client,
  userAgent,
}: {
  client: 'web' | 'console'
  userAgent: string
}): string {
  const program = client === 'console' ? 'Kerblight console' : (find(BROWSERS, userAgent) ?? 'A browser')
  const system = find(SYSTEMS, userAgent)
  return system ? `${program} on ${system}` : program
}

function find(names: [name: string, pattern: RegExp][], userAgent: string): string | undefined {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0]
}
