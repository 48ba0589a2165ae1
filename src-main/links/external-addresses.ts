import { parseWebAddress } from '../../contract/web-address.ts'
import { VIN_CHECK } from '../../contract/recall-link.ts'
import { mapLink, MAPS, MAX_PLACE_LENGTH } from '../../contract/map-link.ts'
import { isPrivate } from '../system/api-origin.ts'

/**
 * Returns the URL to open in the system's browser, or null if the address is not one of ours. A path is
 * resolved against the website, because the console shows the same pages. Only https, or http on this
 * machine, and only our listed hosts are allowed.
 * @param webOrigins the allowed origins, the website's own first
 */
export function externalAddress(address: string, webOrigins: readonly string[]): string | null {
  const [web] = webOrigins
  const isPath = /^\/(?![/\\])/.test(address)
  const url = parseWebAddress(isPath && web !== undefined ? web + address : address)
  return url !== null && isPrivate(url) && webOrigins.includes(url.origin) ? url.href : null
}

/** Returns the URL of Google's sign-in page, or of the emulator's page in the sandbox. */
export function googleAddress(emulatorUrl: string | null): string {
  return emulatorUrl === null
    ? 'https://accounts.google.com/o/oauth2/v2/auth'
    : `${emulatorUrl}/google/authorize`
}

/** Returns the URL if it belongs to a Google sign-in, or null. */
export function getSignInAddress(address: string, emulatorUrl: string | null): string | null {
  const url = parseWebAddress(address)
  return url !== null && url.origin + url.pathname === googleAddress(emulatorUrl) ? url.href : null
}

const payoutOrigins = ['https://connect.stripe.com', 'https://accounts.stripe.com']

/**
 * Returns the URL if it belongs to Stripe's pages where sellers set up payouts, or to the sandbox's, or null.
 * @param stripeScript the URL of the sandbox's script, or null if Stripe's own is used
 */
export function payoutAddress(address: string, stripeScript: string | null): string | null {
  const url = parseWebAddress(address)
  const origins = stripeScript === null ? payoutOrigins : [new URL(stripeScript).origin]
  return url !== null && origins.includes(url.origin) ? url.href : null
}

/**
 * Returns a `mailto:` or `tel:` link from one of our pages, for the system's own programs. Only the bare
 * email address or phone number is allowed. A page cannot add a subject, a body, or copies, encoded or not.
 */
export function contactAddress(address: string): string | null {
  const text = decodeText(address)
  return /^mailto:[\w.+-]{1,64}@[\w.-]{1,190}$/.test(text) ||
    /^tel:\+?[\d ().-]{3,30}(;ext=\d{1,7})?$/.test(text)
    ? address
    : null
}

/**
 * Returns the map link for a location that one of our pages names, or null for any other URL. The link is
 * rebuilt from the location only, which may be no longer than a meeting place.
 */
export function mapAddress(address: string): string | null {
  const url = parseWebAddress(address)
  const place = url?.searchParams.get('query') ?? ''
  const isMap = url !== null && url.origin + url.pathname === MAPS && place !== ''
  return isMap && place.length <= MAX_PLACE_LENGTH ? mapLink(place) : null
}

/** Returns the URL of NHTSA's page for recalls, or null for any other URL. */
export function recallAddress(address: string): string | null {
  return address === VIN_CHECK ? address : null
}

function decodeText(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return ''
  }
}
