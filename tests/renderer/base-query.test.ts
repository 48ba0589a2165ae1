import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { baseQuery, readMeta, type ApiCall } from '../../src-renderer/api/base-query.ts'
import { endpoint, definePagedEndpoint, flattenPages } from '../../src-renderer/api/endpoint.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => vi.stubGlobal('fetch', fetched))
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

describe('a call of the contract', () => {
  it('uses the contract’s path with encoded parameters and its query', async () => {
    fetched.mockResolvedValue(Response.json([]))

    await run({ name: 'isAdmin', params: { email: 'a b@c.test' } })
    await run(endpoint('listCars').query({ query: { category_name: 'BMW', cursor: undefined } }))

    expect(fetched.mock.calls.map(([url]) => url)).toEqual([
      '/api/users/admin/a%20b%40c.test',
      '/api/cars?category_name=BMW',
    ])
  })

  it('sends a body as JSON with its headers, and neither without a body', async () => {
    fetched.mockImplementation(async () => Response.json({ insertedId: '1' }))
    const body = { rating: 4.5, reviewText: 'Good' }

    await run({ name: 'addReview', body, headers: { 'idempotency-key': 'k1' } })
    await run({ name: 'listAllReviews' })

    const [post, get] = fetched.mock.calls.map(([, init]) => init)
    expect(post?.method).toBe('POST')
    expect(JSON.parse(String(post?.body))).toEqual(body)
    expect(new Headers(post?.headers).get('content-type')).toBe('application/json')
    expect(new Headers(post?.headers).get('idempotency-key')).toBe('k1')
    expect(get?.body).toBeUndefined()
    expect(new Headers(get?.headers).has('content-type')).toBe(false)
  })

  it('returns the server’s problem unchanged', async () => {
    const problem = {
      type: '/problems/car-sold',
      title: 'x',
      status: 409,
      detail: 'Gone',
      message: 'Gone',
      code: 'car-sold',
      instance: 'r1',
    }
    fetched.mockResolvedValue(new Response(JSON.stringify(problem), { status: 409 }))

    expect(await run({ name: 'addPurchase', body: {} })).toEqual({ error: problem })
  })

  it('reports a response of a different kind, such as a proxy’s page, as a problem', async () => {
    fetched.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }))

    expect(await run({ name: 'listCategories' })).toMatchObject({ error: { code: 'unknown', status: 502 } })
  })

  it('reports a missing network as offline', async () => {
    fetched.mockRejectedValue(new TypeError('Failed to fetch'))

    expect(await run({ name: 'listCategories' })).toMatchObject({ error: { code: 'offline', status: 0 } })
  })
})

describe('a paged list', () => {
  it('reads the total and the next cursor from the headers', () => {
    const headers = new Headers({
      'x-total-count': '430',
      link: '</api/cars?category_name=BMW&cursor=abc-1>; rel="next"',
    })

    expect(readMeta(headers)).toEqual({ total: 430, nextCursor: 'abc-1', offset: null })
    expect(readMeta(new Headers())).toEqual({ total: null, nextCursor: null, offset: null })
    expect(readMeta(new Headers({ 'x-offset': '0' })).offset).toBe(0)
  })

  it('requests the next page with the cursor and filters, and ends without a cursor', () => {
    const list = definePagedEndpoint('listCars')

    expect(list.query({ queryArg: { query: { category_name: 'BMW' } }, pageParam: 'abc-1' })).toMatchObject({
      query: { category_name: 'BMW', cursor: 'abc-1' },
    })
    expect(
      list.infiniteQueryOptions.getNextPageParam({ items: [], total: 0, nextCursor: null }),
    ).toBeUndefined()
  })

  it('merges the loaded pages', () => {
    const page = (items: number[]) => ({ items, total: 3, nextCursor: null })

    expect(flattenPages({ pages: [page([1, 2]), page([3])] })).toEqual({ items: [1, 2, 3], total: 3 })
    expect(flattenPages(undefined)).toEqual({ items: undefined, total: null })
  })
})

function run(call: ApiCall) {
  const { signal } = new AbortController()
  return baseQuery(call, { signal } as Parameters<typeof baseQuery>[1], {})
}
