/** The parts of a location as sellers write it: `12 Main Street, Portland, OR 97201`. */
export interface Address {
  street: string | null
  city: string
  region: string | null
  postalCode: string | null
}

const STATES =
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA PR RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  )

export function parseAddress(location: string): Address {
  const text = location
    .trim()
    .replace(/(?<=[,\s])(?:USA?|United States)$/i, '')
    .replace(/(?<![,\s])[,\s]+$/, '')
  const stateAndZip = /(?<=\s)([A-Z]{2})(?:[ ,]{1,9}(\d{5}(?:-\d{4})?))?$/.exec(text)
  const [, region = '', postalCode = null] = stateAndZip ?? []
  const isState = STATES.includes(region)
  const streetAndCity = isState ? text.slice(0, stateAndZip?.index) : text
  const parts = streetAndCity
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return {
    street: parts.length > 1 ? parts.slice(0, -1).join(', ') : null,
    city: parts.at(-1) ?? '',
    region: isState ? region : null,
    postalCode: isState ? postalCode : null,
  }
}
