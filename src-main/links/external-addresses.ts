import { parseWebAddress } from '../../contract/web-address.ts'
import { mapLink, MAPS, MAX_PLACE } from '../../contract/map-link.ts'
import { isPrivate } from '../system/api-origin.ts'

/**
 * Addresses that may be opened outside the console. Only addresses that these functions return may be opened.
 */

/**
 * Returns the address to open in the system's browser, or null if it is none of ours. A path is a page of the
 * website, because the console is the same site without a browser. Only https, or http on this machine, and
 * only our listed hosts are allowed.
 * @param webOrigins the allowed origins, the website's own first
 */
export function externalAddress(address: string, webOrigins: readonly string[]): string | null {
  const [web] = webOrigins
  const isPath = /^\/(?![/\\])/.test(address)
  const url = parseWebAddress(isPath && web !== undefined ? web + address : address)
  return url !== null && isPrivate(url) && webOrigins.includes(url.origin) ? url.href : null
}

/** Returns the address of Google's sign-in page, or of the emulator's page in the sandbox. */
export function googleAddress(emulatorUrl: string | null): string {
  return emulatorUrl === null
    ? 'https://accounts.google.com/o/oauth2/v2/auth'
    : `${emulatorUrl}/google/authorize`
}

/** Returns the address of a sign-in with Google, or null if it is another page. */
export function signInAddress(address: string, emulatorUrl: string | null): string | null {
  const url = parseWebAddress(address)
  return url !== null && url.origin + url.pathname === googleAddress(emulatorUrl) ? url.href : null
}

/**
 * Returns a user's email address or phone number from one of our pages, for the system's own programs. Only
 * the bare address is allowed: a page cannot add a subject, text, or copies, encoded or not.
 */
export function contactAddress(address: string): string | null {
  const text = decodeText(address)
  return /^mailto:[\w.+-]{1,64}@[\w.-]{1,190}$/.test(text) ||
    /^tel:\+?[\d ().-]{3,30}(;ext=\d{1,7})?$/.test(text)
    ? address
    : null
}

/**
 * Returns a map link for a place that one of our pages names, or null if it is another address. The link is
 * rebuilt from the place only, which may be no longer than a meeting place.
 */
export function mapAddress(address: string): string | null {
  const url = parseWebAddress(address)
  const place = url?.searchParams.get('query') ?? ''
  const isMap = url !== null && url.origin + url.pathname === MAPS && place !== ''
  return isMap && place.length <= MAX_PLACE ? mapLink(place) : null
}

function decodeText(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return ''
  }
}
