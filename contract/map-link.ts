/**
 * Google's base URL for map searches
 * (developers.google.com/maps/documentation/urls/get-started#search-action).
 */
export const MAPS = 'https://www.google.com/maps/search/'

/** Maximum length of a meeting place, in characters. */
export const MAX_PLACE_LENGTH = 200

/** Returns the link to a location on a map, from which users can get directions. */
export function mapLink(place: string): string {
  return `${MAPS}?api=1&query=${encodeURIComponent(place)}`
}
