import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { LOOPBACK } from '../config.ts'
import { iframePage, loadAssets, sendAsset } from './assets.ts'
import { loadEmulator } from './emulator.ts'
import { listProviderAccounts, sendChooser } from './google-chooser.ts'
import { createGoogleOAuth } from './google-oauth.ts'
import { writeCodeMail } from './mail.ts'
import { openSavedProject } from './saved-project.ts'

export interface IdentitySandboxOptions {
  /** The port to listen on; 0 picks a free one. */
  port: number
  dataDir: string
  projectId?: string
  /**
   * The page that the links in emails open; by default, the emulator's page, which is meant for developers.
   */
  actionUrl?: string
}

export interface IdentitySandbox {
  port: number
  url: string
  close(): Promise<void>
}

const providerNames: Record<string, string> = { 'google.com': 'Google' }

/** Endpoints that only read, although they use POST. */
const readsByPost = /\/accounts:(lookup|query|createAuthUri)$|:queryAccounts$/

/**
 * Starts the official Firebase Auth emulator with the additions that a sandbox needs: accounts that survive a
 * kill at any moment, emails as files, Google's pop-up without Google, and its OAuth endpoints for the
 * desktop app. Each change is on disk before it is acknowledged.
 * @throws CorruptStateError if the saved accounts can't be read, and leaves the file unchanged; the port's
 * own error if it can't listen
 */
export async function startIdentitySandbox({
  port,
  dataDir,
  projectId = 'demo-kerblight',
  actionUrl,
}: IdentitySandboxOptions): Promise<IdentitySandbox> {
  const mailFolder = join(dataDir, 'mail')
  const saved = await openSavedProject(dataDir, projectId)
  const [{ handle, project }, assets] = await Promise.all([loadEmulator(projectId), loadAssets()])
  saved.restore(project)

  const oauth = createGoogleOAuth(project)
  const mailedCodes = new Set(project.oobs.keys())
  const mailsUnderWay = new Set<Promise<void>>()

  /**
   * Runs the emulator's handler and resolves with the response body once all changes are on disk; the caller
   * sends it.
   */
  async function runDurably(req: IncomingMessage, res: ServerResponse): Promise<Buffer> {
    const body = await collectResponse(res, () => handle(req, res))
    await saved.save(project)
    await mailNewCodes(body)
    return body
  }

  /** Resolves when all emails are written, including those of concurrent requests. */
  async function mailNewCodes(responseBody: Buffer): Promise<void> {
    for (const code of project.oobs.values()) {
      if (mailedCodes.has(code.oobCode)) continue
      mailedCodes.add(code.oobCode)
      // A caller that requested the link itself finds it in the response, and gets no email.
      if (responseBody.includes(code.oobCode)) continue
      const mail = writeCodeMail(mailFolder, code, { actionUrl }).finally(() => mailsUnderWay.delete(mail))
      mailsUnderWay.add(mail)
    }
    await Promise.all(mailsUnderWay)
  }

  async function route(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = URL.parse(req.url ?? '/', 'http://sandbox')
    if (!url) {
      res.writeHead(400).end()
      return
    }
    const asset = assets.get(url.pathname)
    if (asset && req.method === 'GET') {
      sendAsset(res, asset)
      return
    }
    if (url.pathname === '/google/authorize') return oauth.authorize(req, res, url)
    if (url.pathname === '/google/token') return oauth.token(req, res)
    if (url.pathname === '/emulator/auth/handler' && isComplete(url)) {
      const providerId = url.searchParams.get('providerId') ?? ''
      const accounts = listProviderAccounts(project, providerId)
      return sendChooser(res, providerNames[providerId] ?? providerId, accounts, { kind: 'popup' })
    }
    if (url.pathname === '/emulator/auth/iframe') {
      sendAsset(res, iframePage)
      return
    }
    if (canChangeState(req, url)) res.end(await runDurably(req, res))
    else handle(req, res)
  }

  const server = createServer((req, res) => {
    route(req, res).catch((error: unknown) => fail(res, error))
  })
  const actualPort = await listen(server, port).catch(async (error: unknown) => {
    await saved.close()
    throw error
  })

  return {
    port: actualPort,
    url: `http://${LOOPBACK}:${actualPort}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await saved.close()
    },
  }
}

/**
 * Reports whether the widget has its parameters. If not, the emulator's own response lists the missing ones.
 */
function isComplete(url: URL): boolean {
  return url.searchParams.has('apiKey') && url.searchParams.has('providerId')
}

function canChangeState(req: IncomingMessage, url: URL): boolean {
  if (url.pathname === '/emulator/action') return true
  if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS') return false
  return !readsByPost.test(url.pathname)
}

/** Responds with an error, so that an unsaved change does not look successful. */
function fail(res: ServerResponse, error: unknown): void {
  console.error('identity sandbox:', error)
  if (res.headersSent) {
    res.destroy()
    return
  }
  for (const name of ['content-length', 'etag', 'location']) res.removeHeader(name)
  res.statusCode = 503
  res.setHeader('content-type', 'application/json; charset=utf-8')
  const message = error instanceof Error ? error.message : String(error)
  res.end(
    JSON.stringify({ error: { code: 503, message: `BACKEND_ERROR : ${message}`, status: 'UNAVAILABLE' } }),
  )
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/**
 * Runs a handler and resolves with its body. The status and headers are set on `res`, but the caller must
 * send the response.
 */
function collectResponse(res: ServerResponse, handle: () => void): Promise<Buffer> {
  const { write, end } = res
  const chunks: Buffer[] = []

  function keep(chunk: unknown, encoding: unknown): void {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, isEncoding(encoding) ? encoding : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }

  return new Promise((resolve, reject) => {
    res.write = ((chunk: unknown, ...rest: unknown[]) => {
      keep(chunk, rest[0])
      callLast(rest)
      return true
    }) as typeof write
    res.end = ((...args: unknown[]) => {
      keep(args[0], args[1])
      Object.assign(res, { write, end })
      callLast(args)
      resolve(Buffer.concat(chunks))
      return res
    }) as typeof end
    try {
      handle()
    } catch (error) {
      Object.assign(res, { write, end })
      reject(error)
    }
  })
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === 'string' && Buffer.isEncoding(value)
}

function callLast(args: unknown[]): void {
  const last = args.at(-1)
  if (typeof last === 'function') process.nextTick(last)
}
