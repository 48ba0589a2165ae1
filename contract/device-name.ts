/** In this order: later ones also claim to be the earlier. */
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

/** 'Chrome on Windows' from a User-Agent header, as far as it tells. */
export function deviceName({ client, userAgent }: { client: 'web' | 'console'; userAgent: string }): string {
  const program = client === 'console' ? 'Kerblight console' : (find(BROWSERS, userAgent) ?? 'A browser')
  const system = find(SYSTEMS, userAgent)
  return system ? `${program} on ${system}` : program
}

function find(names: [name: string, pattern: RegExp][], userAgent: string): string | undefined {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0]
}
