import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { queryServer } from '../../src-main/session/server-config.ts'
import { createSelfSignedCertificate } from '../support/certificate.ts'
import { buildConfig } from './config-factory.ts'

let servers: Server[] = []
afterEach(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers = []
})

async function serve(listener: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(listener))}`
}

async function serveSecurely(listener: RequestListener): Promise<string> {
  return `https://localhost:${await listen(createSecureServer(createSelfSignedCertificate(), listener))}`
}

async function listen(server: Server): Promise<number> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

function json(body: unknown, status = 200): RequestListener {
  return (_request, response) => response.writeHead(status).end(JSON.stringify(body))
}

/** Sends a response that repeats this string and never ends. */
function endless(repeated: string): RequestListener {
  return (_request, response) => {
    const write = () => {
      if (!response.destroyed) response.write(repeated, () => setImmediate(write))
    }
    write()
  }
}

const MEGABYTE = 1_000_000

describe('an address checked for a Kerblight server', () => {
  it('responds with its settings', async () => {
    const config = buildConfig()
    const origin = await serve((request, response) => {
      if (request.url === '/api/config') json(config)(request, response)
      else response.writeHead(404).end()
    })
    expect(await queryServer(fetch, origin)).toEqual({ config })
  })

  it.each([
    ['another site', (_request, response) => response.end('<html>'), /it isn’t Kerblight/],
    ['another API', json({ hello: 1 }), /it isn’t Kerblight/],
    ['no such page', json({}, 404), /it isn’t Kerblight. It answered 404/],
    ['a different version of Kerblight', json({ contractVersion: 9, world: 'live' }), /different versions/],
    [
      'settings that it cannot use',
      json({ ...buildConfig(), publicUrl: '*' }),
      /publicUrl must be an origin/,
    ],
    [
      '10 MB of settings',
      json({ ...buildConfig(), more: 'x'.repeat(10 * MEGABYTE) }),
      /response is too long/,
    ],
    ['settings without an end', endless('x'.repeat(1_000)), /response is too long/],
    ['a nest of lists', (_request, response) => response.end('['.repeat(100_000)), /it isn’t Kerblight/],
    [
      'a redirect to another address',
      (request, response) => {
        if (request.headers.host?.startsWith('localhost')) return json(buildConfig())(request, response)
        const location = `http://${request.headers.host?.replace('127.0.0.1', 'localhost')}/api/config`
        response.writeHead(302, { location }).end()
      },
      /redirects elsewhere/,
    ],
  ] as [string, RequestListener, RegExp][])(
    'is reported as unusable: %s',
    async (_what, listener, message) => {
      expect(await queryServer(fetch, await serve(listener))).toEqual({
        problem: expect.stringMatching(message),
        isUnusable: true,
      })
    },
  )

  it.each([
    ['is starting', json({}, 502), /answered 502/],
    ['is overloaded', json({}, 429), /answered 429/],
    ['does not respond', () => undefined, /too long to respond/],
    [
      'never completes its response',
      (_request, response) => response.write('{"world":'),
      /too long to respond/,
    ],
    [
      'closes the connection',
      (request, response) => response.write('{', () => request.destroy()),
      /Nothing responds/,
    ],
  ] as [string, RequestListener, RegExp][])(
    'may become usable later if it %s',
    async (_what, listener, message) => {
      expect(await queryServer(fetch, await serve(listener), 300)).toEqual({
        problem: expect.stringMatching(message),
        isUnusable: false,
      })
    },
  )

  it('may become usable later if no server responds', async () => {
    expect(await queryServer(fetch, 'http://127.0.0.1:9')).toEqual({
      problem: expect.stringContaining('Nothing responds at http://127.0.0.1:9'),
      isUnusable: false,
    })
  })

  it('is unusable with an untrusted certificate', async () => {
    const origin = await serveSecurely(json(buildConfig()))
    expect(await queryServer(fetch, origin)).toEqual({
      problem: expect.stringContaining(`The certificate of ${origin} isn’t valid`),
      isUnusable: true,
    })
  })

  it.each([
    'net::ERR_CERT_AUTHORITY_INVALID',
    'net::ERR_CERT_DATE_INVALID',
    'net::ERR_CERT_COMMON_NAME_INVALID',
  ])('causes a plain message for Electron’s certificate error: %s', async (message) => {
    const result = await queryServer(() => Promise.reject(new Error(message)), 'https://cars.example')
    expect(result).toMatchObject({ problem: expect.stringContaining('certificate') })
  })
})
