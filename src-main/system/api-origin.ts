import { isOnThisMachine, parseWebAddress } from '../../contract/web-address.ts'

/**
 * Returns the origin of an https URL, or of an http URL on this machine; otherwise null. https is the default
 * scheme.
 */
export function parseApiOrigin(address: string): string | null {
  const text = address.trim()
  const url = parseWebAddress(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)
  return url !== null && isPrivate(url) ? url.origin : null
}

/** Reports whether requests to the URL cannot be read by others on the network. */
export function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || isOnThisMachine(url)
}

export function describeInvalidAddress(address: string): string {
  return `"${address.slice(0, 100)}" isn’t an https:// address. http:// works only for this computer.`
}
