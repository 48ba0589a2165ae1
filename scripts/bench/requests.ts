/** Requests as they go over the wire. */
export interface Asked {
  path: string
  headers?: Record<string, string>
  body?: object
  method?: string
}

export function written({ path, headers = {}, body, method = body ? 'POST' : 'GET' }: Asked): string {
  const text = body ? JSON.stringify(body) : ''
  const all = {
    Host: 'localhost',
    'Accept-Encoding': 'gzip, br',
    ...(body && { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n')
}

/** Searches that no cache holds, as people mix filters and orders; both sides know them. */
export const searches: Record<string, () => string> = {
  'one make above a price, cheapest': () => `category_name=${make()}&priceMin=${dollars()}&sort=price`,
  'one make, newest years': () => `category_name=${make()}&sort=-year&yearMin=${year()}`,
  'fuel below a price, dearest': () => `fuel=Electric&priceMax=${dollars() + 40_000}&sort=-price`,
  'color and fuel, newest': () => `color=${color()}&fuel=Petrol&yearMin=${year()}`,
  'price span, least driven': () => `priceMin=${dollars()}&priceMax=${dollars() + 20_000}&sort=mileage`,
  'year and color, cheapest': () => `yearMin=${year()}&color=${color()}&sort=price`,
}

export const commonWords = ['owner', 'service', 'every', 'with', 'in', 'and', 'new', 'the']

const make = () => pick(['Tesla', 'Audi', 'BMW'])
const color = () => pick(['Black', 'White', 'Gray', 'Blue', 'Red'])
const dollars = () => 10_000 + dice(20_000)
const year = () => 2014 + dice(10)

export function pick<T>(list: readonly T[]): T {
  return list[dice(list.length)]!
}

export function dice(sides: number): number {
  return Math.floor(Math.random() * sides)
}
