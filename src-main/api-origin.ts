/**
 * The origin that an address names: https, or http on this machine, so that a token never crosses a network in the
 * clear. Without a scheme https is meant. Null for any other address.
 */
export function parseApiOrigin(address: string): string | null {
  const text = address.trim()
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  if (url === null || url.hostname === '' || url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || isOnThisMachine(url) ? url.origin : null
}

/** Whether an http address cannot leave this machine. */
export function isOnThisMachine(url: URL): boolean {
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
}

export function badAddress(address: string): string {
  return `"${address}" is neither an https address nor an http one on this machine.`
}
