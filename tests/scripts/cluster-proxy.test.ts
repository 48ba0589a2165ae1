import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClusterProxy, type ClusterProxy } from '../../scripts/cluster/proxy.ts'

const PROGRAM = join(import.meta.dirname, '../support/tiny-server.mjs')

interface Tiny {
  name: string
  origin: string
  process: ChildProcess
}

let tinies: Tiny[]
let proxy: ClusterProxy
let url: string

async function startTiny(name: string, port = 0): Promise<Tiny> {
  const process = fork(PROGRAM, [name], { execArgv: [], env: { TINY_PORT: String(port) } })
  const [message] = (await once(process, 'message')) as [{ port: number }]
  return { name, origin: `http://127.0.0.1:${message.port}`, process }
}

async function kill({ process }: Tiny): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill('SIGKILL')
  await ended
}

/** Starts another process on the port of one that was killed. */
async function startAgain({ name, origin }: Tiny): Promise<Tiny> {
  const tiny = await startTiny(name, Number(new URL(origin).port))
  tinies.push(tiny)
  return tiny
}

beforeEach(async () => {
  tinies = await Promise.all(['a', 'b'].map((name) => startTiny(name)))
  proxy = createClusterProxy(
    tinies.map(({ origin }) => origin),
    { checkMs: 50, shutdownMs: 2000 },
  )
  await once(proxy.server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(proxy.server.address() as AddressInfo).port}`
})
afterEach(async () => {
  await proxy.close()
  await Promise.all(tinies.map(kill))
})

const respondingServer = async () => (await fetch(`${url}/who`)).headers.get('x-name')
const findTiny = (name: unknown) => tinies.find((tiny) => tiny.name === name)!

/** Resolves with the first process that reports a request, and with its report. */
function report(among = tinies): Promise<{ tiny: Tiny; reported: string }> {
  return Promise.race(
    among.map(async (tiny) => {
      const [{ reported }] = (await once(tiny.process, 'message')) as [{ reported: string }]
      return { tiny, reported }
    }),
  )
}

interface Echo {
  name: string
  method: string
  url: string
  headers: Record<string, string>
  size: number
}

/** Sends a request and resolves once the response begins. */
function open(path: string, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url + path, { method, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
}

/** Resolves when the stream closes. `once` would reject with an error that occurs first. */
function closeOf(stream: IncomingMessage | ClientRequest): Promise<void> {
  return new Promise((resolve) => stream.on('error', () => {}).once('close', () => resolve()))
}

/** Sends bytes unchanged, and returns all received data once the proxy closes the connection. */
async function sendRaw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(bytes, 'latin1')
  return text(socket).catch(() => '')
}

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
const bodyOf = (response: string) => JSON.parse(/\{.*\}/s.exec(response)![0]) as Echo
const END = 'Host: cars.example\r\nConnection: close\r\n\r\n'

it('forwards the request with its body and the client’s address, and the response', async () => {
  const response = await fetch(`${url}/a/b?c=%20d`, {
    method: 'PUT',
    body: 'x'.repeat(300_000),
    headers: { 'X-Forwarded-For': '192.0.2.7', Authorization: 'Bearer t' },
  })
  const echo = (await response.json()) as Echo
  expect(response.status).toBe(201)
  expect(echo).toMatchObject({ method: 'PUT', url: '/a/b?c=%20d', size: 300_000 })
  expect(echo.headers).toMatchObject({
    'x-forwarded-for': '192.0.2.7, 127.0.0.1',
    authorization: 'Bearer t',
    host: new URL(url).host,
  })
})

it('forwards a body without a length', async () => {
  const body = new Blob(['x'.repeat(100_000)]).stream()
  const response = await fetch(`${url}/x`, { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(await response.json()).toMatchObject({ method: 'POST', size: 100_000 })
})

it('distributes requests evenly among the processes', async () => {
  const names = [
    await respondingServer(),
    await respondingServer(),
    await respondingServer(),
    await respondingServer(),
  ]
  expect(names.toSorted()).toEqual(['a', 'a', 'b', 'b'])
})

it('treats an absolute request target like its path', async () => {
  for (const target of [
    'http://localhost/',
    'http://cars.example/a?b=c',
    'https://cars.example:8443/a?b=c',
  ]) {
    const response = await sendRaw(`GET ${target} HTTP/1.1\r\n${END}`)
    const { pathname, search } = new URL(target)
    expect([statusOf(response), bodyOf(response).url]).toEqual([201, pathname + search])
  }
  expect(await respondingServer()).not.toBeNull()
})

it('forwards OPTIONS for the whole server', async () => {
  const response = await sendRaw(`OPTIONS * HTTP/1.1\r\n${END}`)
  expect([statusOf(response), bodyOf(response).method]).toEqual([201, 'OPTIONS'])
})

it.each([
  ['an address that no URL can have', `GET http://[/ HTTP/1.1\r\n${END}`, 400],
  ['an address with a port that is too large', `GET http://cars.example:99999/ HTTP/1.1\r\n${END}`, 400],
  ['no target', `GET HTTP/1.1\r\n${END}`, 400],
  ['a method that does not exist', `GRAB / HTTP/1.1\r\n${END}`, 400],
  ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400],
  ['a header without a name', `GET / HTTP/1.1\r\n: x\r\n${END}`, 400],
  ['two lengths', `POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n${END}`, 400],
  [
    'a length and chunks',
    `POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n${END}`,
    400,
  ],
  ['huge headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n${END}`, 431],
  ['a huge target', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${END}`, 431],
  ['CONNECT', `CONNECT cars.example:443 HTTP/1.1\r\n${END}`, NaN],
])('continues serving after a request with %s', async (_, bytes, status) => {
  expect(statusOf(await sendRaw(bytes))).toBe(status)
  expect(await respondingServer()).not.toBeNull()
})

it('rejects chunks with DELETE and OPTIONS, so that no process reads them as the next request', async () => {
  const hidden = 'GET /hidden HTTP/1.1\r\nHost: cars.example\r\n\r\n'
  const chunks = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
  for (const method of ['DELETE', 'OPTIONS']) {
    const response = await sendRaw(`${method} / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${END}${chunks}`)
    expect(statusOf(response)).toBe(411)
  }
  const responses = await Promise.all(Array.from({ length: 6 }, () => fetch(`${url}/who`)))
  expect(await Promise.all(responses.map(async (each) => ((await each.json()) as Echo).url))).toEqual(
    Array(6).fill('/who'),
  )
})

it('treats an upgrade request like an ordinary request', async () => {
  const upgrade = 'Connection: Upgrade, close\r\nUpgrade: websocket\r\nHost: cars.example\r\n\r\n'
  expect(statusOf(await sendRaw(`GET /who HTTP/1.1\r\n${upgrade}`))).toBe(201)
})

it('forwards each event immediately', async () => {
  const response = await open('/stream')
  const chunks = response[Symbol.asyncIterator]()
  expect(String((await chunks.next()).value)).toBe('data: 1\n\n')
  findTiny(response.headers['x-name']).process.send('more')
  expect(String((await chunks.next()).value)).toBe('data: 2\n\n')
  response.destroy()
})

it('sends the headers of an event stream before its first event', async () => {
  const response = await open('/silent')
  expect(response.headers['content-type']).toBe('text/event-stream')
  response.destroy()
})

it('ends the request to a process when its client disconnects in the middle of a stream', async () => {
  const response = await open('/stream')
  const disconnectReport = report()
  response.destroy()
  expect((await disconnectReport).reported).toBe('gone')
  expect(new Set([await respondingServer(), await respondingServer()])).toEqual(new Set(['a', 'b']))
})

it('ends the request to a process when its client disconnects in the middle of an upload', async () => {
  const begun = report()
  const upload = request(`${url}/upload`, { method: 'POST', headers: { 'Content-Length': 1_000_000 } })
  upload.write('x'.repeat(1000))
  const { tiny } = await begun
  const aborted = report([tiny])
  const closed = closeOf(upload)
  upload.destroy()
  await closed
  expect((await aborted).reported).toBe('aborted')
  expect(new Set([await respondingServer(), await respondingServer()])).toEqual(new Set(['a', 'b']))
})

it.each(['/stream', '/half'])('aborts %s when its process is killed', async (path) => {
  const response = await open(path)
  const broken = closeOf(response)
  response.resume()
  const name = response.headers['x-name']
  await kill(findTiny(name))
  await broken
  expect(response.complete).toBe(false)
  for (let count = 0; count < 4; count += 1) expect(await respondingServer()).not.toBe(name)
})

it.each(['GET', 'HEAD'])(
  'retries %s on another process if a process is killed before it responds',
  async (method) => {
    const first = report()
    const reading = open('/hang', method)
    const { tiny } = await first
    const otherTinies = tinies.filter((each) => each !== tiny)
    const second = report(otherTinies)
    await kill(tiny)
    expect(await second).toEqual({ tiny: otherTinies[0], reported: method })
    await kill(otherTinies[0]!)
    expect((await reading).statusCode).toBe(503)
  },
)

it('does not retry a write', async () => {
  const first = report()
  const writing = fetch(`${url}/hang`, { method: 'POST', body: 'x' })
  const { tiny } = await first
  await kill(tiny)
  const rejected = await writing
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2'])
})

it('skips a killed process after its first failure until it is ready again', async () => {
  const [killed] = tinies as [Tiny]
  await kill(killed)
  for (let count = 0; count < 4; count += 1) expect(await respondingServer()).toBe('b')
  const writes = await Promise.all(
    Array.from({ length: 6 }, () => fetch(`${url}/x`, { method: 'POST', body: 'x' })),
  )
  expect(writes.map(({ status }) => status)).toEqual(Array(6).fill(201))
  await startAgain(killed)
  await expect.poll(respondingServer).toBe('a')
})

it('responds 503 with Retry-After to programs and people while no process is available', async () => {
  const [killed] = tinies as [Tiny]
  await Promise.all(tinies.map(kill))
  const problem = await fetch(`${url}/api/cars`)
  expect(problem.headers.get('content-type')).toBe('application/problem+json')
  expect(await problem.json()).toMatchObject({ code: 'service-unavailable', status: 503 })
  const page = await fetch(`${url}/`)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await page.text()).toContain('<h1>')
  await startAgain(killed)
  expect((await fetch(`${url}/who`)).status).toBe(201)
})

it('finishes in-flight responses when it closes', async () => {
  const response = await open('/stream')
  const chunks = response[Symbol.asyncIterator]()
  await chunks.next()
  const closed = proxy.close()
  findTiny(response.headers['x-name']).process.send('more')
  expect(String((await chunks.next()).value)).toBe('data: 2\n\n')
  response.destroy()
  await closed
})
