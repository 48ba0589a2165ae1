import type { LoadSetup } from './prepare-load.ts'
import { generateInteger, pick } from './random.ts'
import { buildRequest, type RequestParts } from './request.ts'

/** The kinds of requests, each with its share in percent and a function that builds a request. */
type Mix = [share: number, make: () => RequestParts][]

const ADDRESSES = 5000

/**
 * Simulates typical visitors. Most view cars and search, through pages and the API calls behind them. Some
 * are signed in, and a few make writes, which invalidate cached responses.
 * @returns a function that builds complete requests, each with one of thousands of IP addresses in
 * X-Forwarded-For
 */
export function createTraffic({ carIds, brands, tokens }: LoadSetup, host: string): () => string {
  const car = () => pick(carIds)
  const brand = () => encodeURIComponent(pick(brands))
  const mix: Mix = [
    [15, () => ({ path: `/car/${car()}` })],
    [5, () => ({ path: '/' })],
    [5, () => ({ path: `/search?brand=${brand()}` })],
    [20, () => ({ path: `/api/cars/${car()}` })],
    [
      20,
      () => ({
        path: `/api/cars?brand=${brand()}&priceMax=${10 + generateInteger(50)}000&sort=price&limit=24`,
      }),
    ],
    [5, () => ({ path: `/api/cars?q=${pick(searchTerms)}&limit=24` })],
    [5, () => ({ path: `/api/cars/facets?brand=${brand()}&yearMin=${2005 + generateInteger(18)}` })],
    [10, () => ({ path: '/api/users/me', token: pick(tokens) })],
    [10, () => ({ path: '/api/messages', token: pick(tokens) })],
    [5, () => ({ path: '/api/review/add', token: pick(tokens), body: { rating: 4, reviewText: 'Fair.' } })],
  ]
  return () => buildRequest({ ...choose(mix), headers: { Host: host, 'X-Forwarded-For': address() } })
}

const searchTerms = ['automatic', 'diesel', 'garage', 'service', 'leather', 'owner', 'electric', 'winter']

function choose(mix: Mix): RequestParts {
  let remainingShare = generateInteger(100)
  return mix.find(([share]) => (remainingShare -= share) < 0)![1]()
}

function address(): string {
  const firstAddress = generateInteger(ADDRESSES)
  return `198.${18 + (firstAddress >> 12)}.${(firstAddress >> 6) & 63}.${firstAddress & 63}`
}
