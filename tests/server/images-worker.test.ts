import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ProblemError } from '../../contract/api/problems.ts'
import { createEncoder, type Encoder } from '../../server/gateways/images/encoder.ts'
import { createRemoteHost } from '../../server/gateways/images/remote-host.ts'

vi.mock('node:os', async (original) => {
  const os = await original<typeof import('node:os')>()
  return { ...os, availableParallelism: vi.fn<() => number>(os.availableParallelism) }
})

const log = pino({ level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'kerblight-worker-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let encoder: Encoder
let jpeg: Buffer
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Copyright: 'A NAME' } })
    .jpeg()
    .toBuffer()
})
afterEach(() => encoder.close())

/** Writes a worker that crashes, hangs, or responds, depending on the photo. */
function workerFile(): string {
  const file = join(folder, 'worker.mjs')
  writeFileSync(
    file,
    `process.on('disconnect', () => process.exit(0))
     process.on('message', (bytes) => {
       const word = Buffer.from(bytes).toString()
       process.send({ begun: true })
       if (word === 'crash') process.kill(process.pid, 'SIGSEGV')
       if (word === 'answer') process.send({ encoded: { thumb: bytes, medium: bytes, full: bytes, width: 1, height: 1 } })
     })`,
  )
  return file
}

/** Returns an interlaced photo of 39 megapixels, which takes half a second on any machine. */
function slowPhoto(): Promise<Buffer> {
  return sharp({ create: { width: 6300, height: 6300, channels: 3, background: 'teal' } })
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()
}

/**
 * Lets the first timer of `limitMs` milliseconds expire on time. Later timers take a minute, because any
 * photo may take long on a busy machine.
 */
function limitFirst(limitMs: number): void {
  const realSetTimeout = setTimeout
  let hasLimitExpired = false
  const timers = vi.spyOn(globalThis, 'setTimeout').mockImplementation((act: () => void, ms?: number) => {
    if (ms !== limitMs) return realSetTimeout(act, ms)
    const isLater = hasLimitExpired
    hasLimitExpired = true
    return realSetTimeout(act, isLater ? 60_000 : ms)
  })
  onTestFinished(() => timers.mockRestore())
}

const codeOf = (encoding: Promise<unknown>) =>
  encoding.then(
    () => 'ok',
    (error: ProblemError) => error.code,
  )

describe('the photo worker', () => {
  it('restarts after a crash and processes the queued photos', async () => {
    encoder = createEncoder(log, { file: workerFile(), workers: 1 })
    const photoContents = ['answer', 'crash', 'answer', 'crash', 'answer']
    const codes = await Promise.all(
      photoContents.map((photoContent) => codeOf(encoder.encode(Buffer.from(photoContent), 'a'))),
    )
    expect(codes).toEqual(['ok', 'service-unavailable', 'ok', 'service-unavailable', 'ok'])
  })

  it('gives up on a valid photo that takes too long, explains why, and serves the next', async () => {
    limitFirst(200)
    encoder = createEncoder(log, { timeoutMs: 200, workers: 1 })
    const [rejectedCode, servedCode] = await Promise.all([
      encoder.encode(await slowPhoto(), 'a').catch((error: ProblemError) => error),
      encoder.encode(jpeg, 'a'),
    ])
    expect(rejectedCode).toMatchObject({
      code: 'unsupported-image',
      message: 'This photo takes too long to process. Choose a smaller one.',
    })
    expect(servedCode).toMatchObject({ width: 60, height: 40 })
  })

  it('runs a second process on multiple cores, so one hang does not block other users', async () => {
    encoder = createEncoder(log, { file: workerFile(), workers: 2 })
    const hanging = codeOf(encoder.encode(Buffer.from('hang'), 'a'))
    expect(await codeOf(encoder.encode(Buffer.from('answer'), 'b'))).toBe('ok')
    expect(await codeOf(encoder.encode(Buffer.from('answer'), 'b'))).toBe('ok')
    await encoder.close()
    expect(await hanging).toBe('service-unavailable')
  })

  it('gives up after five seconds by default', async () => {
    encoder = createEncoder(log, { file: workerFile(), workers: 1 })
    expect(await codeOf(encoder.encode(Buffer.from('answer'), 'a'))).toBe('ok')
    const startedAt = performance.now()
    expect(await codeOf(encoder.encode(Buffer.from('hang'), 'a'))).toBe('unsupported-image')
    const seconds = (performance.now() - startedAt) / 1000
    expect(seconds).toBeGreaterThan(4.9)
    expect(seconds).toBeLessThan(9)
  }, 15_000)

  it.each([
    [1, 1],
    [2, 2],
    [16, 2],
  ])('runs on %i cores in this number of processes: %i', async (cores, workers) => {
    vi.mocked(availableParallelism).mockReturnValueOnce(cores)
    encoder = createEncoder(log, { file: workerFile() })
    const childrenBefore = childrenOf(process.pid).length
    const hanging = Array.from({ length: 4 }, () => codeOf(encoder.encode(Buffer.from('hang'), 'a')))
    expect(childrenOf(process.pid).length - childrenBefore).toBe(workers)
    await encoder.close()
    await Promise.all(hanging)
  })

  it('serves users in turn, so many photos of one user delay only that user', async () => {
    encoder = createEncoder(log, { workers: 1 })
    const servedPhotos: string[] = []
    const send = (user: string) => encoder.encode(jpeg, user).then(() => servedPhotos.push(user))
    await Promise.all(['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c'].map(send))
    expect(servedPhotos.join('')).toBe('aabcabaa')
  })

  it('rejects all waiting requests when it is stopped', async () => {
    encoder = createEncoder(log, { file: workerFile(), workers: 1 })
    const waitingCodes = ['hang', 'answer', 'answer'].map((photoContent) =>
      codeOf(encoder.encode(Buffer.from(photoContent), 'a')),
    )
    await encoder.close()
    expect(await Promise.all(waitingCodes)).toEqual(Array(3).fill('service-unavailable'))
    expect(await codeOf(encoder.encode(jpeg, 'a'))).toBe('service-unavailable')
  })

  it('ends with its parent, even if the parent is killed', async () => {
    encoder = createEncoder(log)
    const parent = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { createEncoder } from '${new URL('../../server/gateways/images/encoder.ts', import.meta.url).href}'
         const encoder = createEncoder({ warn() {} })
         await encoder.encode(Buffer.from('${jpeg.toString('base64')}', 'base64'), 'a')
         console.log('ready')
         setInterval(() => {}, 1000)`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(parent.stdout, 'data')
    const children = childrenOf(parent.pid!)
    expect(children).toHaveLength(1)
    const exited = once(parent, 'exit')
    parent.kill('SIGKILL')
    await exited
    await expect.poll(() => isAlive(children[0]!), { timeout: 5000 }).toBe(false)
  })
})

function childrenOf(pid: number): number[] {
  return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map(Number)
}

function isAlive(pid: number): boolean {
  try {
    // A zombie process, which has not been reaped yet, counts as ended.
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('a configured image host', () => {
  let host: Server
  let received: { url: string; body: Buffer }[]
  let response: { status: number; body: unknown } | null

  beforeAll(async () => {
    host = createServer((req, res) => {
      void readAll(req).then((body) => {
        received.push({ url: req.url!, body })
        if (!response) return
        res.writeHead(response.status, { 'content-type': 'application/json' })
        res.end(JSON.stringify(response.body))
      })
    })
    host.listen(0, '127.0.0.1')
    await once(host, 'listening')
  })
  afterAll(() => {
    host.closeAllConnections()
    host.close()
  })

  function connect(limitMs?: number) {
    received = []
    encoder = createEncoder(log)
    const { port } = host.address() as AddressInfo
    return createRemoteHost({ url: `http://127.0.0.1:${port}`, key: 'a&b' }, encoder, log, limitMs)
  }

  it('receives the re-encoded photo, and its URLs are stored', async () => {
    response = {
      status: 200,
      body: {
        data: { display_url: 'https://i.ibb.co/x/p.webp', thumb: { url: 'https://i.ibb.co/t/p.webp' } },
        success: true,
      },
    }
    const stored = await connect().store(jpeg, 'a')
    expect(stored).toMatchObject({
      url: 'https://i.ibb.co/x/p.webp',
      thumbUrl: 'https://i.ibb.co/t/p.webp',
      mediumUrl: 'https://i.ibb.co/x/p.webp',
      width: 60,
      height: 40,
    })
    expect(received[0]!.url).toBe('/1/upload?key=a%26b')
    expect(received[0]!.body.includes('WEBP')).toBe(true)
    expect(received[0]!.body.includes('A NAME')).toBe(false)
  })

  it('is not contacted for a file that is not an image', async () => {
    response = null
    expect(await codeOf(connect().store(Buffer.from('<svg/>'), 'a'))).toBe('unsupported-image')
    expect(received).toEqual([])
  })

  it('counts as unavailable if it rejects the photo, responds with nonsense, or does not respond', async () => {
    for (const badResponse of [
      { status: 400, body: { error: { message: 'Invalid API v1 key' } } },
      { status: 200, body: { data: {} } },
      { status: 200, body: { data: { display_url: 'javascript:alert(1)' } } },
      null,
    ]) {
      response = badResponse
      expect(await codeOf(connect(500).store(jpeg, 'a'))).toBe('service-unavailable')
      await encoder.close()
    }
  })
})

async function readAll(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
