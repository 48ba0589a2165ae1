import { isOnThisMachine } from './api-origin.ts'

/**
 * The address to open in the system's browser, or null where it is none of ours. A path is the web's page: the console
 * is the same site without a browser around it. Only https, or http on this machine, and only hosts that we name.
 * @param webOrigins the web's own first
 */
export function externalAddress(address: string, webOrigins: readonly string[]): string | null {
  const [web] = webOrigins
  const isPath = /^\/(?![/\\])/.test(address)
  const url = isPath && web !== undefined ? URL.parse(address, web) : URL.parse(address)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.protocol !== 'https:' && !isOnThisMachine(url)) return null
  return webOrigins.includes(url.origin) ? url.href : null
}

/**
 * A person's mail address or telephone number on a page of ours, for the system's own programs. The bare address alone:
 * no subject, text or copies that a page could put in.
 */
export function contactAddress(address: string): string | null {
  return /^mailto:[\w.+%-]+@[\w.-]+$/.test(address) || /^tel:\+?[\d ().-]{3,30}$/.test(decodeText(address))
    ? address
    : null
}

function decodeText(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return ''
  }
}
