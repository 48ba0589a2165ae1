import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { apiPath } from '../../contract/api/paths.ts'
import type { SetupProblem } from '../../contract/config.ts'
import { loadConfig, type Config } from '../../server/config/config.ts'
import { call } from '../support/api-client.ts'
import { createSelfSignedCertificate } from '../support/certificate.ts'
import { buildPerson } from '../support/factories.ts'
import { liveSettings } from '../support/live.ts'
import { startTestServer } from '../support/server.ts'
import { startSmtpServer } from '../support/smtp.ts'
import { startTestApp } from '../support/test-app.ts'

interface ApiResponse {
  status?: number
  body: unknown
}

type Responses = Record<string, ApiResponse>

let cleanups: (() => Promise<unknown>)[]
beforeEach(() => {
  cleanups = []
})
afterEach(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup()
})

let signingKey: ApiResponse
beforeAll(async () => {
  const { publicKey } = await generateKeyPair('RS256')
  signingKey = { body: { keys: [{ ...(await exportJWK(publicKey)), kid: 'one' }] } }
})

const endpoint = {
  id: 'we_1',
  object: 'webhook_endpoint',
  url: liveSettings.PUBLIC_URL + apiPath('stripeWebhook'),
  status: 'enabled',
}
const listOf = (...data: unknown[]): ApiResponse => ({ body: { object: 'list', data, has_more: false } })
const stripeError = (status: number, message: string): ApiResponse => ({
  status,
  body: { error: { type: 'invalid_request_error', message } },
})
const projectWith = (...authorizedDomains: string[]): ApiResponse => ({
  body: { projectId: '123456789012', authorizedDomains },
})

const STRIPE = '/v1/webhook_endpoints'
const PROJECT = '/v1/projects'
const KEYS = '/keys'

/** Starts a service that responds on each path as Stripe and Google do if the settings are correct. */
async function startServices(responses: Responses) {
  const allResponses: Responses = {
    [STRIPE]: listOf(endpoint),
    [PROJECT]: projectWith('localhost', 'cars-example.firebaseapp.com', 'cars.example'),
    [KEYS]: signingKey,
    ...responses,
  }
  const requests: { url: URL; referer?: string }[] = []
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://localhost')
    requests.push({ url, referer: req.headers.referer })
    const { status = 200, body } = allResponses[url.pathname] ?? { status: 404, body: {} }
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  cleanups.push(async () => {
    server.close()
    server.closeAllConnections()
  })
  return { requests, port: (server.address() as AddressInfo).port }
}

const CLOSED = 'http://127.0.0.1:1'

interface CheckOptions {
  responses?: Responses
  config?: Partial<Config>
  isGoogleReachable?: boolean
}

/** Starts a live server, and returns the setup problems that admins see and the warnings in its log. */
async function check({ responses = {}, config = {}, isGoogleReachable = true }: CheckOptions = {}) {
  const services = await startServices(responses)
  const warnings: string[] = []
  let isChecked = false
  const write = (line: string) => {
    const { level, msg } = JSON.parse(line) as { level: number; msg: string }
    if (level === 40) warnings.push(msg)
    isChecked ||= msg.includes('settings were checked')
  }
  const liveConfig = loadConfig(liveSettings)
  const google = isGoogleReachable ? `http://127.0.0.1:${services.port}` : CLOSED
  const server = await startTestServer({
    log: pino({ level: 'info' }, { write }),
    config: {
      ...liveConfig,
      port: 0,
      smtpUrl: null,
      databaseFile: ':memory:',
      stripe: { ...liveConfig.stripe, sandbox: { host: '127.0.0.1', port: services.port } },
      ...config,
    },
    setupServices: { identityUrl: google, signingKeysUrl: google + KEYS },
  })
  try {
    await vi.waitFor(() => expect(isChecked).toBe(true), 15_000)
    const { token } = await buildPerson(server.ctx, { role: 'admin' })
    const { body } = await call<SetupProblem[]>(server.url, 'listSetupProblems', { token })
    expect(warnings).toEqual(body.map(({ setting, message, advice }) => `${setting}: ${message} ${advice}`))
    for (const { message, advice } of body)
      for (const text of [message, advice]) expect(text).toMatch(/^[A-Z].*\.$/)
    return { problems: body.map(({ setting, kind }) => `${setting} ${kind}`), body, ...services }
  } finally {
    await server.close()
  }
}

it('finds no problems with correct settings, and queries Firebase like a page of the site', async () => {
  const { problems, requests } = await check()
  expect(problems).toEqual([])
  const projectRequest = requests.find(({ url }) => url.pathname === PROJECT)
  expect(projectRequest?.url.searchParams.get('key')).toBe(liveSettings.FIREBASE_API_KEY)
  expect(projectRequest?.referer).toBe('https://cars.example/')
})

it.each<[string, Responses, string[]]>([
  ['a missing webhook endpoint', { [STRIPE]: listOf() }, ['STRIPE_WEBHOOK_SECRET wrong']],
  [
    'a webhook endpoint of another site',
    { [STRIPE]: listOf({ ...endpoint, url: 'https://other.example/api/webhooks/stripe' }) },
    ['STRIPE_WEBHOOK_SECRET wrong'],
  ],
  [
    'a disabled webhook endpoint',
    { [STRIPE]: listOf({ ...endpoint, status: 'disabled' }) },
    ['STRIPE_WEBHOOK_SECRET wrong'],
  ],
  ['a wrong Stripe key', { [STRIPE]: stripeError(401, 'Invalid API Key') }, ['STRIPE_SECRET_KEY wrong']],
  ['a restricted Stripe key', { [STRIPE]: stripeError(403, 'The provided key is restricted') }, []],
  ['a wrong Firebase key', { [PROJECT]: { status: 400, body: {} } }, ['FIREBASE_API_KEY wrong']],
  ['a Firebase key for other sites', { [PROJECT]: { status: 403, body: {} } }, ['FIREBASE_API_KEY wrong']],
  ['a fault of Firebase', { [PROJECT]: { status: 500, body: {} } }, ['FIREBASE_API_KEY unreachable']],
  [
    'too many requests to Firebase',
    { [PROJECT]: { status: 429, body: {} } },
    ['FIREBASE_API_KEY unreachable'],
  ],
  [
    'an answer that Firebase does not give',
    { [PROJECT]: { body: { authorizedDomains: 'none' } } },
    ['FIREBASE_API_KEY unreachable'],
  ],
  [
    'a key of another project',
    { [PROJECT]: projectWith('localhost', 'other-project.firebaseapp.com', 'cars.example') },
    ['FIREBASE_PROJECT_ID wrong'],
  ],
  [
    'a site that the project does not authorize',
    { [PROJECT]: projectWith('localhost', 'cars-example.web.app', 'oldcars.example') },
    ['PUBLIC_URL wrong'],
  ],
  ['a site below an authorized domain', { [PROJECT]: projectWith('cars-example.web.app', 'example') }, []],
  ['no signing keys', { [KEYS]: { body: { keys: [] } } }, ['FIREBASE_PROJECT_ID unreachable']],
])('checks Stripe and Firebase: %s', { timeout: 30_000 }, async (_case, responses, expected) => {
  expect((await check({ responses })).problems).toEqual(expected)
})

it('distinguishes unreachable services from wrong settings', { timeout: 60_000 }, async () => {
  const { stripe } = loadConfig(liveSettings)
  const config = {
    smtpUrl: 'smtp://127.0.0.1:1',
    stripe: { ...stripe, sandbox: { host: '127.0.0.1', port: 1 } },
  }
  expect((await check({ config, isGoogleReachable: false })).problems).toEqual([
    'STRIPE_SECRET_KEY unreachable',
    'FIREBASE_API_KEY unreachable',
    'SMTP_URL unreachable',
  ])
})

it(
  'queries the Stripe sandbox, which rejects a wrong key and has no webhook endpoint',
  { timeout: 60_000 },
  async () => {
    const app = await startTestApp()
    cleanups.push(() => app.close())
    const sandbox = { host: '127.0.0.1', port: Number(new URL(app.stripe.url).port) }
    const { stripe } = loadConfig(liveSettings)
    const problemsWith = async (secretKey: string) =>
      (await check({ config: { stripe: { ...stripe, secretKey, sandbox } } })).problems
    expect(await problemsWith('sk_live_wrong')).toEqual(['STRIPE_SECRET_KEY wrong'])
    expect(await problemsWith('sk_test_1')).toEqual(['STRIPE_WEBHOOK_SECRET wrong'])
  },
)

async function startMailServer(options: Parameters<typeof startSmtpServer>[0] = {}) {
  const server = await startSmtpServer(options)
  cleanups.push(() => server.close())
  return (user = '', host = '127.0.0.1') =>
    server.url.replace('127.0.0.1', host).replace('//', user ? `//${user}@` : '//')
}

const mailProblems = async (smtpUrl: string) => {
  const { body } = await check({ config: { smtpUrl } })
  return body.map(({ setting, kind, message }) => `${setting} ${kind}: ${message}`)
}

it('signs in to the mail server', async () => {
  const urlOf = await startMailServer({ password: 'right' })
  expect(await mailProblems(urlOf('me:right'))).toEqual([])
  expect(await mailProblems(urlOf('me:wrong'))).toEqual([
    expect.stringMatching(/^SMTP_URL wrong: .*rejects the user or the password/),
  ])
})

// On Linux and macOS, 0.0.0.0 leads to this machine, although it is not a loopback address.
it.skipIf(process.platform === 'win32')('requires TLS for smtp:// except on this machine', async () => {
  const plainServer = await startMailServer({ password: 'right' })
  expect(await mailProblems(plainServer('me:right', 'localhost'))).toEqual([])
  expect(await mailProblems(plainServer('me:right', '0.0.0.0'))).toEqual([
    expect.stringMatching(/^SMTP_URL wrong: .*offers no encryption/),
  ])
  const untrusted = await startMailServer({ password: 'right', tls: createSelfSignedCertificate() })
  expect(await mailProblems(untrusted('me:right', '0.0.0.0'))).toEqual([
    expect.stringMatching(/^SMTP_URL wrong: The encrypted connection .*SELF_SIGNED/),
  ])
})

it('explains that smtps:// is wrong for a port that is not encrypted from the start', async () => {
  const urlOf = await startMailServer()
  expect(await mailProblems(urlOf().replace('smtp:', 'smtps:'))).toEqual([
    expect.stringMatching(/^SMTP_URL wrong: The encrypted connection/),
  ])
})
