import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBalancer, type Balancer } from '../../scripts/cluster/balancer.ts'

const PROGRAM = join(import.meta.dirname, '../support/tiny-server.mjs')

interface Tiny {
  name: string
  origin: string
  process: ChildProcess
}

let tinies: Tiny[]
let balancer: Balancer
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

beforeEach(async () => {
  tinies = await Promise.all(['a', 'b'].map((name) => startTiny(name)))
  balancer = createBalancer(
    tinies.map(({ origin }) => origin),
    { checkMs: 50, shutdownMs: 2000 },
  )
  await new Promise<void>((resolve) => balancer.server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(balancer.server.address() as AddressInfo).port}`
  await vi.waitUntil(async () => new Set([await whoAnswers(), await whoAnswers()]).size === 2)
})
afterEach(async () => {
  await balancer.close()
  await Promise.all(tinies.map(kill))
})

const whoAnswers = async () => (await fetch(`${url}/who`)).headers.get('x-name')
const named = (name: string | null) => tinies.find((tiny) => tiny.name === name)!

interface Echo {
  name: string
  method: string
  url: string
  headers: Record<string, string>
  size: number
}

/** A request whose answer can be looked at while it comes. */
function open(path: string, method = 'GET'): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url + path, { method, agent: false }, resolve)
      .on('error', reject)
      .end()
  })
}

/** `once` would reject with the error that comes first. */
function closeOf(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => answer.on('error', () => {}).once('close', () => resolve()))
}

it('passes on what was asked and answered, and who asked, but nothing of one connection alone', async () => {
  const answer = await fetch(`${url}/a/b?c=%20d`, {
    method: 'PUT',
    body: 'x'.repeat(300_000),
    headers: { 'X-Forwarded-For': '192.0.2.7', Authorization: 'Bearer t', TE: 'trailers' },
  })
  const echo = (await answer.json()) as Echo
  expect(answer.status).toBe(201)
  expect(echo).toMatchObject({ method: 'PUT', url: '/a/b?c=%20d', size: 300_000 })
  expect(echo.headers).toMatchObject({
    'x-forwarded-for': '192.0.2.7, 127.0.0.1',
    authorization: 'Bearer t',
    host: new URL(url).host,
  })
  expect(echo.headers.te).toBeUndefined()
  expect(answer.headers.has('x-own')).toBe(false)
})

it('passes on a body without a length', async () => {
  const body = new Blob(['x'.repeat(100_000)]).stream()
  const answer = await fetch(`${url}/x`, { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect(await answer.json()).toMatchObject({ method: 'POST', size: 100_000 })
})

it('sends each event of a stream as it comes, and ends the stream where its reader goes', async () => {
  const answer = await open('/stream')
  const chunks = answer[Symbol.asyncIterator]()
  expect(String((await chunks.next()).value)).toBe('data: 1\n\n')
  named(String(answer.headers['x-name'])).process.send('more')
  expect(String((await chunks.next()).value)).toBe('data: 2\n\n')
  answer.destroy()
})

it('ends a stream whose process is killed, and opens the next one at the other', async () => {
  const answer = await open('/stream')
  const broken = closeOf(answer)
  answer.resume()
  const first = String(answer.headers['x-name'])
  await kill(named(first))
  await broken
  expect(answer.complete).toBe(false)
  const next = await open('/stream')
  expect(next.headers['x-name']).not.toBe(first)
  next.destroy()
})

it('does not make half an answer look whole', async () => {
  const asked = Promise.race(tinies.map(async (tiny) => (await once(tiny.process, 'message'), tiny)))
  const answer = await open('/half')
  const broken = closeOf(answer)
  answer.resume()
  await kill(await asked)
  await broken
  expect(answer.complete).toBe(false)
})

it('asks the other where a process is killed before it answers, unless the request may have changed something', async () => {
  const asked = () => Promise.race(tinies.map(async (tiny) => (await once(tiny.process, 'message'), tiny)))
  const writing = asked()
  const write = fetch(`${url}/hang`, { method: 'POST', body: 'x' })
  const first = await writing
  await kill(first)
  const refused = await write
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])

  const second = tinies.find((tiny) => tiny !== first)!
  const [one, other] = [await startTiny('c'), await startTiny('d')]
  tinies.push(one, other)
  const fresh = createBalancer([one.origin, other.origin], { checkMs: 50 })
  await new Promise<void>((resolve) => fresh.server.listen(0, '127.0.0.1', resolve))
  const freshUrl = `http://127.0.0.1:${(fresh.server.address() as AddressInfo).port}`
  await expect.poll(async () => (await fetch(`${freshUrl}/who`)).status).toBe(201)
  await expect.poll(async () => new Set([await name(), await name()]).size).toBe(2)
  async function name() {
    return (await fetch(`${freshUrl}/who`)).headers.get('x-name')
  }
  const reading = Promise.race([one, other].map(async (tiny) => (await once(tiny.process, 'message'), tiny)))
  const read = fetch(`${freshUrl}/hang`)
  const hanging = await reading
  const rest = hanging === one ? other : one
  const again = once(rest.process, 'message')
  await kill(hanging)
  // The other one hangs too, but it was asked.
  expect(((await again) as [{ asked: string }])[0]).toEqual({ asked: 'GET' })
  await kill(rest)
  expect((await read).status).toBe(503)
  expect(second.process.exitCode).toBeNull()
  await fresh.close()
})

it('sends a write to the other where no connection can be made', async () => {
  await kill(tinies[0]!)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => fetch(`${url}/x`, { method: 'POST', body: 'x' })),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
})

it('answers 503 with Retry-After where none is there, to programs and to people, and goes on once one is', async () => {
  const port = Number(new URL(tinies[0]!.origin).port)
  await Promise.all(tinies.map(kill))
  await expect.poll(async () => (await fetch(`${url}/api/cars`)).status).toBe(503)
  const problem = await fetch(`${url}/api/cars`)
  expect(problem.headers.get('content-type')).toBe('application/problem+json')
  expect(await problem.json()).toMatchObject({ code: 'service-unavailable', status: 503 })
  const page = await fetch(`${url}/`)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await page.text()).toContain('<h1>')
  tinies.push(await startTiny('a', port))
  await expect.poll(async () => (await fetch(`${url}/who`)).status).toBe(201)
})

it('asks one that was not there when it was checked last, where no other is', async () => {
  const { port } = new URL(tinies[0]!.origin)
  await kill(tinies[0]!)
  const never = createBalancer([tinies[0]!.origin], { checkMs: 600_000 })
  await new Promise<void>((resolve) => never.server.listen(0, '127.0.0.1', resolve))
  const neverUrl = `http://127.0.0.1:${(never.server.address() as AddressInfo).port}`
  expect((await fetch(`${neverUrl}/who`)).status).toBe(503)
  tinies.push(await startTiny('a', Number(port)))
  expect((await fetch(`${neverUrl}/who`)).status).toBe(201)
  await never.close()
})

it('drains a process: it gets nothing more, and what it has is answered', async () => {
  const slow = await Promise.race([open('/slow'), open('/slow')].map(async (answer) => answer))
  const waiting = [fetch(`${url}/slow`), fetch(`${url}/slow`)]
  await expect.poll(async () => (await whoAnswers()) !== null).toBe(true)
  await balancer.drain(tinies[0]!.origin)
  for (let count = 0; count < 6; count += 1) expect(await whoAnswers()).toBe('b')
  expect(await text(slow)).toBe('slow')
  for (const answer of await Promise.all(waiting)) expect(await answer.text()).toBe('slow')
})

it('lets what is under way end when it closes', async () => {
  const answer = await open('/stream')
  const chunks = answer[Symbol.asyncIterator]()
  await chunks.next()
  const closed = balancer.close()
  named(String(answer.headers['x-name'])).process.send('more')
  expect(String((await chunks.next()).value)).toBe('data: 2\n\n')
  answer.destroy()
  await closed
})

it('spreads requests by how many each process has', async () => {
  const streams = [await open('/stream'), await open('/stream'), await open('/stream'), await open('/stream')]
  const names = streams.map(({ headers }) => headers['x-name'])
  expect(names.filter((name) => name === 'a')).toHaveLength(2)
  for (const stream of streams) stream.destroy()
})
