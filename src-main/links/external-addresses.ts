import { parseWebAddress } from '../../contract/web-address.ts'
import { mapLink, MAPS, MAX_PLACE } from '../../contract/map-link.ts'
import { isPrivate } from '../system/api-origin.ts'

/** What may be opened outside of the console. Whatever is not made by one of these functions is not. */

/**
 * The address to open in the system's browser, or null where it is none of ours. A path is the web's page: the console
 * is the same site without a browser around it. Only https, or http on this machine, and only hosts that we name.
 * @param webOrigins the web's own first
 */
export function externalAddress(address: string, webOrigins: readonly string[]): string | null {
  const [web] = webOrigins
  const isPath = /^\/(?![/\\])/.test(address)
  const url = parseWebAddress(isPath && web !== undefined ? web + address : address)
  return url !== null && isPrivate(url) && webOrigins.includes(url.origin) ? url.href : null
}

/** Google's sign-in page, or its stand-in's in the sandbox. */
export function googleAddress(emulatorUrl: string | null): string {
  return emulatorUrl === null
    ? 'https://accounts.google.com/o/oauth2/v2/auth'
    : `${emulatorUrl}/google/authorize`
}

/** The address of a sign-in with Google, or null where it is another page. */
export function signInAddress(address: string, emulatorUrl: string | null): string | null {
  const url = parseWebAddress(address)
  return url !== null && url.origin + url.pathname === googleAddress(emulatorUrl) ? url.href : null
}

/**
 * A person's mail address or telephone number on a page of ours, for the system's own programs. The bare address alone:
 * no subject, text or copies that a page could put in, encoded or not.
 */
export function contactAddress(address: string): string | null {
  const text = decodeText(address)
  return /^mailto:[\w.+-]{1,64}@[\w.-]{1,190}$/.test(text) ||
    /^tel:\+?[\d ().-]{3,30}(;ext=\d{1,7})?$/.test(text)
    ? address
    : null
}

/**
 * A map of a place that a page of ours names, or null where it is another address. It is made anew: a place alone, and
 * none longer than a meeting place may be.
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
