import type { WebRequest } from 'electron'
import { beforeEach, describe, expect, it } from 'vitest'
import { authorizeRequests, isApiCall } from '../../src-main/session/authorize-requests.ts'

const apiOrigin = 'https://cars.example'

type Headers = Record<string, string>
type Listener = (filter: unknown, listener: (...args: never[]) => void) => void

/** The page's simulated network, which calls the registered listeners as Electron would. */
let network: {
  send: (request: {
    id: number
    url: string
    method?: string
    headers?: Headers
    isOfMain?: boolean
  }) => Promise<Headers>
  receive: (id: number, url: string, status: number, headers?: Record<string, string[]>) => void
}
let token: string | null
let rejected: string[]
let responseCount: number

beforeEach(() => {
  token = 'app-token'
  rejected = []
  responseCount = 0
  const listeners: Record<string, (...args: unknown[]) => void> = {}
  const registerListener =
    (name: string): Listener =>
    (_filter, listener) => {
      listeners[name] = listener as (...args: unknown[]) => void
    }
  const webRequest = {
    onBeforeSendHeaders: registerListener('send'),
    onHeadersReceived: registerListener('receive'),
    onErrorOccurred: registerListener('error'),
  }
  authorizeRequests(webRequest as unknown as WebRequest, () => ({
    apiOrigin,
    recordResponse: () => (responseCount += 1),
    session: {
      token: async () => token,
      rejected: async (rejectedToken) => void rejected.push(rejectedToken),
    },
  }))
  network = {
    send: ({ id, url, method = 'GET', headers = {}, isOfMain = false }) =>
      new Promise((resolve) => {
        listeners.send?.(
          { id, url, method, requestHeaders: headers, ...(!isOfMain && { webContentsId: 1 }) },
          (result: { requestHeaders?: Headers }) => resolve(result.requestHeaders ?? headers),
        )
      }),
    receive: (id, url, statusCode, responseHeaders = {}) =>
      listeners.receive?.({ id, url, method: 'GET', statusCode, responseHeaders }, () => undefined),
  }
})

describe('requests of the page', () => {
  it('carry the session to the API, and the console’s version', async () => {
    expect(await network.send({ id: 1, url: `${apiOrigin}/api/users/me` })).toEqual({
      Authorization: 'Bearer app-token',
      'X-Console-Version': '1',
    })
  })

  it.each([
    'https://evil.example/api/users/me',
    'https://cars.example.evil.example/api/users/me',
    'https://cars.example:8443/api/users/me',
    'http://cars.example/api/users/me',
    'https://cars.example@evil.example/api/users/me',
    'https://cars.example/apiary',
    'https://cars.example/art/car.svg',
  ])('carry no headers to %s', async (url) => {
    expect(await network.send({ id: 1, url })).toEqual({})
  })

  it.each(['authorization', 'Authorization'])(
    'cannot carry the page’s own authorization: %s',
    async (name) => {
      const headers = { [name]: 'Bearer id-token' }
      const url = `${apiOrigin}/api/jwt`
      expect(await network.send({ id: 1, url, headers })).toMatchObject({ Authorization: 'Bearer app-token' })
      token = null
      expect(Object.keys(await network.send({ id: 2, url, headers }))).toEqual(['X-Console-Version'])
      expect(await network.send({ id: 3, url: 'https://i.ibb.co/1.jpg', headers })).toEqual({})
    },
  )

  it('carry no token in a preflight or without a signed-in user', async () => {
    const url = `${apiOrigin}/api/cars`
    expect(await network.send({ id: 1, url, method: 'OPTIONS' })).toEqual({})
    token = null
    expect(await network.send({ id: 2, url })).not.toHaveProperty('Authorization')
  })

  it('lose the session on a redirect to another origin', async () => {
    const headers = await network.send({ id: 1, url: `${apiOrigin}/api/export` })
    const next = await network.send({ id: 1, url: 'https://storage.example/file', headers })
    expect(Object.values(next)).not.toContain('Bearer app-token')
  })
})

it.each(['app-token', null])(
  'a request from main keeps its own token and adds the console version: session %s',
  async (sessionToken) => {
    token = sessionToken
    const headers = { authorization: 'Bearer id-token' }
    const sentHeaders = await network.send({ id: 1, url: `${apiOrigin}/api/jwt`, headers, isOfMain: true })
    expect(sentHeaders).toEqual({ ...headers, 'X-Console-Version': '1' })
  },
)

describe('responses', () => {
  const url = `${apiOrigin}/api/users/me`

  it.each([
    ['a 401', 401, {}],
    ['a public read’s header', 200, { 'X-Session': ['expired'] }],
  ])('end the session by %s', async (_what, status, headers) => {
    await network.send({ id: 1, url })
    network.receive(1, url, status, headers)
    expect(rejected).toEqual(['app-token'])
  })

  it('report the token that was rejected, which may be an earlier token', async () => {
    await network.send({ id: 1, url })
    token = 'newer'
    network.receive(1, url, 401)
    expect(rejected).toEqual(['app-token'])
  })

  it('do not end the session if its token was not sent', async () => {
    await network.send({ id: 1, url: 'https://evil.example/' })
    network.receive(1, 'https://evil.example/', 401)
    await network.send({ id: 2, url, headers: { Authorization: 'Bearer id-token' }, isOfMain: true })
    network.receive(2, url, 401)
    expect(rejected).toEqual([])
  })

  it('update the data’s freshness only if they come from the API', async () => {
    network.receive(1, 'https://pictures.example/1.webp', 200)
    expect(responseCount).toBe(0)
    network.receive(2, url, 200)
    expect(responseCount).toBe(1)
  })
})

it('an API call is recognized by origin, path, and method', () => {
  expect(isApiCall({ url: `${apiOrigin}/api/cars?x=1`, method: 'POST' }, apiOrigin)).toBe(true)
  expect(isApiCall({ url: 'not an address', method: 'GET' }, apiOrigin)).toBe(false)
})
