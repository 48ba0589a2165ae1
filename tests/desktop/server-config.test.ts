import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { askServer } from '../../src-main/server-config.ts'
import { buildConfig } from './config-factory.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function json(body: unknown, status = 200): RequestListener {
  return (_request, response) => response.writeHead(status).end(JSON.stringify(body))
}

const problemAt = async (listener: RequestListener) => askServer(fetch, await serve(listener), 500)

describe('an address that is asked whether it is a Kerblight', () => {
  it('answers with its settings', async () => {
    const config = buildConfig()
    const origin = await serve((request, response) => {
      if (request.url === '/api/config') json(config)(request, response)
      else response.writeHead(404).end()
    })
    expect(await askServer(fetch, origin, 5_000)).toEqual({ config })
  })

  it.each([
    ['another site', (_request, response) => response.end('<html>'), /it is not Kerblight/],
    ['another API', json({ hello: 1 }), /it is not Kerblight/],
    ['a fault', json({}, 502), /It answered 502/],
    ['a Kerblight of another time', json({ contractVersion: 9, world: 'live' }), /of another version/],
    ['silence', () => undefined, /Nothing answers/],
    [
      'the way to another address',
      (request, response) => {
        if (request.headers.host?.startsWith('localhost')) return json(buildConfig())(request, response)
        const location = `http://${request.headers.host?.replace('127.0.0.1', 'localhost')}/api/config`
        response.writeHead(302, { location }).end()
      },
      /leads elsewhere/,
    ],
  ] as [string, RequestListener, RegExp][])('is told plainly about %s', async (_what, listener, words) => {
    const answer = await problemAt(listener)
    expect('problem' in answer ? answer.problem : '').toMatch(words)
  })

  it('is told plainly where nobody is', async () => {
    expect(await askServer(fetch, 'http://127.0.0.1:9', 2_000)).toMatchObject({
      problem: expect.stringContaining('Nothing answers at http://127.0.0.1:9'),
    })
  })
})
