/** Google's search for a place (developers.google.com/maps/documentation/urls/get-started#search-action). */
export const MAPS = 'https://www.google.com/maps/search/'

/** How long a meeting place may be. */
export const MAX_PLACE = 200

/** The link that shows a place on a map, with the way there. */
export function mapLink(place: string): string {
  return `${MAPS}?api=1&query=${encodeURIComponent(place)}`
}
