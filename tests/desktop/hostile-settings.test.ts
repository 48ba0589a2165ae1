import { fc } from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { publicConfig, type PublicConfig } from '../../contract/config.ts'
import { contentSecurityPolicy } from '../../src-main/window/content-security-policy.ts'
import { describeConsole } from '../../src-main/system/diagnostics.ts'
import { externalAddress, googleAddress, getSignInAddress } from '../../src-main/links/external-addresses.ts'
import { queryServer } from '../../src-main/session/server-config.ts'
import { buildConfig } from './config-factory.ts'

/*
 * The console cannot know whether a server is honest. These tests walk the contract's own schema and replace
 * each string in the settings in turn. An accepted value must be harmless everywhere in the console. A
 * rejection must be explained in plain words.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? 15)
const apiOrigin = 'http://localhost:4000'
const farOrigin = 'https://cars.example'

const parts = {
  googleDesktop: { clientId: 'desktop', clientSecret: 'secret' },
  pictureHosts: ['https://i.ibb.co'],
}

/** Settings that contain every optional part. */
const fullSettings = buildConfig({ ...parts, publicUrl: apiOrigin, emulatorUrl: 'http://127.0.0.1:9099' })
/** Settings that contain every part that is allowed for a server on another machine. */
const farSettings = buildConfig({ ...parts, publicUrl: farOrigin })

interface Server {
  origin: string
  settings: PublicConfig
}

const localServer: Server = { origin: apiOrigin, settings: fullSettings }
const remoteServer: Server = { origin: farOrigin, settings: farSettings }

type Path = (string | number)[]
const leaves = stringLeaves(publicConfig)

const hostile = [
  '',
  ' ',
  '*',
  'https:',
  'https://*',
  'https://*.evil.example',
  'https://cars.example:*',
  "'unsafe-inline'",
  "https://'unsafe-inline'",
  "https://cars.example 'unsafe-eval'",
  "https://cars.example; script-src 'unsafe-inline' *",
  'https://cars.example, https://evil.example',
  'https://cars.example\nscript-src *',
  'https://cars.example\r\nSet-Cookie: a=b',
  'https://cars.example\u2028x',
  'https://cars.example/path;script-src',
  'https://cars.example/?a=b',
  'https://cars.example/#a',
  'https://user:password@cars.example',
  'https://cars.example@evil.example',
  'https://cars.example\\@evil.example',
  'https://evil.example%00.cars.example',
  '//evil.example',
  '/\\evil.example',
  '/../../etc/passwd',
  'data:text/html,<script>alert(1)</script>',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'smb://evil.example/share',
  'ms-msdt:/id',
  'blob:https://cars.example/1',
  'ftp://127.0.0.1',
  'ws://127.0.0.1:9099',
  'http://evil.example',
  'http://127.0.0.1.evil.example',
  'http://127.0.0.1:9099@evil.example',
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.1',
  'http://0.0.0.0:9099',
  'http://[::ffff:127.0.0.1]:9099',
  'http://2130706433.evil.example',
  'http://127.0.0.1:8384',
  'http://localhost:8384',
  'http://192.168.1.1',
  'https://127.0.0.1:8384',
  'https://127.1',
  'https://localhost',
  'https://a.localhost',
  'https://0.0.0.0',
  'https://[::]',
  'https://[::1]:9200',
  'https://[::ffff:127.0.0.1]',
  '%%%',
  '\0',
  '\ud800',
  '__proto__',
  'x'.repeat(1_000),
  'https://cars.example/'.padEnd(100_000, 'a'),
]

describe('hostile text in the settings', () => {
  it('is tested in every text field of the settings', () => {
    expect(leaves.map((leaf) => leaf.join('.'))).toEqual([
      'publicUrl',
      'contact.email',
      'contact.phone',
      'contact.phoneLink',
      'contact.hours',
      'contact.address',
      'identity.projectId',
      'identity.apiKey',
      'identity.authDomain',
      'identity.emulatorUrl',
      'identity.popupScript',
      'googleDesktop.clientId',
      'googleDesktop.clientSecret',
      'stripe.publishableKey',
      'stripe.script',
      'images.uploadUrl',
      'images.key',
      'images.hosts.0',
      'demo.accounts.0.email',
      'demo.accounts.0.password',
      'demo.accounts.0.role',
      'demo.cards.0.number',
      'demo.cards.0.meaning',
    ])
  })

  it.each(listLeaves())('is harmless as %s', async (_name, leaf, server) => {
    for (const value of hostile)
      expect(await findHarms(withValueAt(leaf, value, server), server), value.slice(0, 80)).toEqual([])
  })

  it.each(listLeaves())('is harmless as %s if it is generated', async (_name, leaf, server) => {
    await fc.assert(
      fc.asyncProperty(invented, async (value) => {
        expect(await findHarms(withValueAt(leaf, value, server), server)).toEqual([])
      }),
      { numRuns: RUNS * 4 },
    )
  })

  it.each(namesOf(leaves))('is rejected as %s if too long or with control characters', async (name, leaf) => {
    for (const value of [
      'x'.repeat(1_000),
      'a\nb',
      'a\0b',
      'a\u0085b',
      'a\u2028b',
      'a\u2029b',
      'a\u202eb',
      'a\u2066b',
    ]) {
      expect(await problemOf(withValueAt(leaf, value)), JSON.stringify(value).slice(0, 20)).toContain(name)
    }
  })
})

describe('malformed settings', () => {
  const wrong = [
    undefined,
    null,
    true,
    4,
    -1.5,
    '',
    'text',
    [],
    {},
    [[[]]],
    { a: { b: 1 } },
    'x'.repeat(100_000),
  ]

  it.each(namesOf(everyPath(fullSettings)))(
    'are either rejected with a message or harmless: %s',
    async (_name, path) => {
      for (const value of wrong) expect(await findHarms(withValueAt(path, value))).toEqual([])
    },
  )

  it('never cause an exception', async () => {
    const path = fc.constantFrom(...everyPath(fullSettings))
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await findHarms(value)).toEqual([])
      }),
      { numRuns: RUNS * 10 },
    )
    await fc.assert(
      fc.asyncProperty(path, fc.jsonValue({ maxDepth: 3 }), async (path, value) => {
        expect(await findHarms(withValueAt(path, value))).toEqual([])
      }),
      { numRuns: RUNS * 10 },
    )
  })
})

describe('a live server', () => {
  it.each([
    ['an emulator', { identity: { ...fullSettings.identity, popupScript: null } }],
    ['a script for its popup', { identity: { ...fullSettings.identity, emulatorUrl: null } }],
    ['a script for its cards', { stripe: fullSettings.stripe }],
    ['accounts to try', { demo: fullSettings.demo }],
  ])('is rejected with a sandbox’s stand-ins: %s', async (_what, part) => {
    expect(await problemOf({ ...buildConfig(), ...part })).toContain('live goes without stand-ins')
  })
})

it.each([
  ['whole', fullSettings],
  ['without its identity service', { ...farSettings, world: 'sandbox' }],
])(
  'a sandbox on another machine is rejected, because its addresses lead to this machine: %s',
  async (_what, settings) => {
    expect(await problemOf(settings, farOrigin)).toContain('only use a sandbox on the same computer')
  },
)

it.each([apiOrigin, 'https://127.0.0.1:4300', 'https://cars.localhost'])(
  'a sandbox on this machine is accepted: %s',
  async (origin) => expect(await problemOf(fullSettings, origin)).toBe('taken'),
)

it('a server on another machine can have a separate address for web pages and for photos', async () => {
  const settings = { ...farSettings, publicUrl: 'https://www.cars.example' }
  expect(await ask(settings, farOrigin)).toEqual({ config: settings })
  expect(
    await problemOf(withValueAt(['publicUrl'], 'http://www.cars.example', remoteServer), farOrigin),
  ).toContain('publicUrl must be https, and not on this computer')
})

it('an error message about a setting does not repeat its value', async () => {
  const response = await problemOf(
    withValueAt(['publicUrl'], 'https://your-account-is-locked.example; call 555'),
  )
  expect(response).toContain('publicUrl must be an origin such as https://cars.example')
  expect(response).not.toContain('locked')
})

/** Strings that an attacker might construct, or that a bug might produce. */
const invented = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'https://',
          'http://',
          '127.0.0.1',
          'localhost',
          'cars.example',
          ':9099',
          '@',
          '/',
          '\\',
          '.',
        ),
        fc.constantFrom(
          ';',
          ' ',
          ',',
          '*',
          "'",
          '"',
          '\n',
          '\t',
          '%0a',
          '%3b',
          '\u3002',
          '\uff0e',
          '\u00ad',
          '[::1]',
          '?',
          '#',
        ),
        fc.constantFrom("'self'", "'unsafe-inline'", 'data:', 'blob:', 'script-src', 'javascript:'),
        fc.string({ maxLength: 3 }),
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join('')),
)

const ORIGIN = /^https?:\/\/([a-z0-9-]+(\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d+)?$/
const ON_THIS_MACHINE = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\/[\w./-]*$/
const WEB = /^https:\/\/|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?\//
/** A pattern for https URLs on another machine. */
const FAR = /^https:\/\/(?!127\.|0\.|localhost[:/]|localhost$|[^/]*\.localhost|\[::[1\]]|\[::ffff:(7f|0:))/
const OWN_SOURCES = new Set(["'none'", "'self'", 'data:', 'blob:'])
const DIRECTIVES =
  'default-src script-src style-src font-src img-src connect-src manifest-src base-uri form-action frame-ancestors object-src'

/**
 * Returns the dangers that arise if the console accepts these settings. If it rejects them, returns the
 * problems with its error message.
 */
async function findHarms(settings: unknown, { origin } = localServer): Promise<string[]> {
  const response = await ask(settings, origin)
  return 'config' in response ? listDangers(response.config, origin) : unreadable(response.problem, origin)
}

/** Returns the unsafe values that the console derives from accepted settings. */
function listDangers(config: PublicConfig, origin: string): string[] {
  const isFar = origin === farOrigin
  const { identity, stripe, images, publicUrl } = config
  const google = `${googleAddress(identity.emulatorUrl)}?state=1`
  const opened = ['/dashboard/payment/1', publicUrl].map((path) => externalAddress(path, [publicUrl, origin]))
  const scripts = [identity.popupScript, stripe.script, identity.emulatorUrl && `${identity.emulatorUrl}/`]
  return [
    ...policyErrors(contentSecurityPolicy(origin, config), isFar),
    ...opened.filter((url) => url !== null && !(isFar ? FAR : WEB).test(url)),
    ...scripts.filter((url) => url !== null && (isFar || !ON_THIS_MACHINE.test(url))),
    ...(getSignInAddress(google, identity.emulatorUrl) === google ? [] : [`cannot open ${google}`]),
    ...(URL.parse(images.uploadUrl, origin)?.origin === origin ? [] : [images.uploadUrl]),
    ...(describeConsole({ ...facts, config }).includes('Google sign-in: ') ? [] : ['diagnostics']),
  ].map(String)
}

function policyErrors(policy: string, isFar: boolean): string[] {
  const directives = policy.split('; ').map((directive) => directive.split(' '))
  const sources = directives.flatMap(([, ...values]) => values)
  const names = directives.map(([name]) => name).join(' ')
  return [
    ...(names === DIRECTIVES ? [] : [`directives: ${names}`]),
    ...(policy.includes("script-src 'self';") ? [] : ['scripts']),
    ...sources.filter((source) => !OWN_SOURCES.has(source) && !ORIGIN.test(source)),
    ...sources.filter((source) => isFar && !OWN_SOURCES.has(source) && !FAR.test(source)),
  ]
}

/**
 * Returns the error message if a user could not understand it. A readable message is short, on one line, and
 * written by us.
 */
function unreadable(problem: string, origin: string): string[] {
  const detail = problem.replace(/^The Kerblight at /, '')
  const isOurs = detail.startsWith(`${origin} `) && /^[\x20-\x7e’]*$/.test(detail)
  const isPlain = !/Invalid|received|undefined|\[object/.test(problem)
  return isOurs && isPlain && problem.length < 500 ? [] : [problem]
}

const facts = {
  appVersion: '0.1.0',
  versions: {},
  system: 'linux',
  choice: { origin: apiOrigin, from: 'user' as const, problem: null, notice: null },
  viewer: { isSignedIn: false, isAdmin: false, isSeller: false },
  isRemembered: true,
  lastResponseAt: null,
  isReached: true,
  secretsIn: 'in use',
  updates: 'off',
}

function ask(settings: unknown, origin = apiOrigin) {
  return queryServer(async () => Response.json(settings), origin)
}

async function problemOf(settings: unknown, origin = apiOrigin): Promise<string> {
  const response = await ask(settings, origin)
  return 'problem' in response ? response.problem : 'taken'
}

function withValueAt(path: Path, value: unknown, { settings } = localServer): unknown {
  const copy: unknown = structuredClone(settings)
  const parent = path.slice(0, -1).reduce((part, name) => Reflect.get(part as object, name) as unknown, copy)
  Reflect.set(parent as object, path.at(-1) ?? '', value)
  return copy
}

/** Returns the paths of all strings in the schema. For a list, the first item represents all items. */
function stringLeaves(schema: z.core.$ZodType, path: Path = []): Path[] {
  const def = { ...schema._zod.def } as Record<string, unknown> & { type: string }
  const within = (part: unknown, name?: string | number) =>
    stringLeaves(part as z.core.$ZodType, name === undefined ? path : [...path, name])
  if (def.type === 'string') return [path]
  if (def.type === 'object')
    return Object.entries(def.shape as object).flatMap(([name, part]) => within(part, name))
  if (def.type === 'array') return within(def.element, 0)
  if (def.type === 'nullable' || def.type === 'optional') return within(def.innerType)
  if (def.type === 'pipe') return within(def.in).concat(within(def.out)).slice(0, 1)
  if (['boolean', 'enum', 'number', 'transform'].includes(def.type)) return []
  throw new Error(`${path.join('.')}: a kind of schema that this test cannot walk: ${def.type}`)
}

/** Lists all strings in the settings, once for a local server and once for a remote one. */
function listLeaves(): [name: string, leaf: Path, server: Server][] {
  return [localServer, remoteServer].flatMap((server) =>
    leaves
      .filter(([part = '']) => Reflect.get(server.settings, part) !== null)
      .map((leaf): [string, Path, Server] => [`${leaf.join('.')} of ${server.origin}`, leaf, server]),
  )
}

function namesOf(paths: Path[]) {
  return paths.map((path) => [path.join('.'), path] as const)
}

function everyPath(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const within = Object.entries(value).flatMap(([name, part]) => everyPath(part, [...path, name]))
  return path.length === 0 ? within : [path, ...within]
}
