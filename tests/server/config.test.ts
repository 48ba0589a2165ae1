import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../contract/api/limits.ts'
import { ConfigError } from '../../server/config/config-error.ts'
import { loadConfig, settingNames } from '../../server/config/config.ts'
import type { SandboxSecrets } from '../../server/config/sandbox-secrets.ts'

const testKeys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }

const badKeys = {
  FIREBASE_API_KEY: 'a key',
  GOOGLE_DESKTOP_CLIENT_ID: '<id>',
  GOOGLE_DESKTOP_CLIENT_SECRET: 'x'.repeat(201),
}

const folder = mkdtempSync(join(tmpdir(), 'kerblight-config-'))
const otherFolder = mkdtempSync(join(tmpdir(), 'kerblight-config-'))
afterAll(() => {
  for (const directory of [folder, otherFolder]) rmSync(directory, { recursive: true, force: true })
})

const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: folder, ...env })

function configErrorsOf(env: Record<string, string>): string[] {
  try {
    load(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

const liveEnv = {
  FIREBASE_PROJECT_ID: 'cars-example',
  FIREBASE_API_KEY: 'key',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_Vw7kQ2xTn9RbLc4ZpYh8Ms3JdGf6Ke1u',
  TOKEN_SECRET: 'q8vJx2mWc7LrT0zYh5KdNf3uBa9eGs6p',
  PUBLIC_URL: 'https://cars.example/',
  SMTP_URL: 'smtps://user:password@mail.example:465?from=no-reply@cars.example',
}

const bucket = { IMAGE_S3_BUCKET: 'cars', IMAGE_S3_KEY_ID: 'AKIA1', IMAGE_S3_SECRET: 'secret' }

describe('the configuration', () => {
  it('defaults to a sandbox on the local machine without any variables', () => {
    expect(load()).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 4000,
      rateLimits: true,
      limits,
      trustProxy: false,
      reservationSeconds: 900,
      sessionSeconds: { web: 12 * 3600, console: 30 * 86_400 },
    })
  })

  it('is live with both of its settings', () => {
    expect(load(liveEnv)).toMatchObject({ mode: 'live', publicUrl: 'https://cars.example', sandbox: null })
  })

  it('is live with the keys of Stripe’s test mode if STRIPE_TEST_MODE is on', () => {
    expect(load({ ...liveEnv, ...testKeys, STRIPE_TEST_MODE: 'on' })).toMatchObject({ mode: 'live' })
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['half of a live one', { FIREBASE_PROJECT_ID: 'cars-example' }, ['FIREBASE_PROJECT_ID']],
    ['the other half', { STRIPE_SECRET_KEY: 'sk_test_1' }, ['STRIPE_SECRET_KEY']],
    [
      'an emulator with a live project',
      { ...liveEnv, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      ['FIREBASE_AUTH_EMULATOR_HOST'],
    ],
    [
      'mixed keys',
      { ...liveEnv, STRIPE_SECRET_KEY: 'sk_test_1' },
      ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
    ],
    ['test keys with a live project', { ...liveEnv, ...testKeys }, ['STRIPE_SECRET_KEY']],
    [
      'a restricted test key',
      { ...liveEnv, ...testKeys, STRIPE_SECRET_KEY: 'rk_test_1' },
      ['STRIPE_SECRET_KEY'],
    ],
    ['a rehearsal with live keys', { ...liveEnv, STRIPE_TEST_MODE: 'on' }, ['STRIPE_TEST_MODE']],
    ['no limits in a live configuration', { ...liveEnv, RATE_LIMITS: 'off' }, ['RATE_LIMITS']],
    ['no shedding in a live configuration', { ...liveEnv, LOAD_SHEDDING: 'off' }, ['LOAD_SHEDDING']],
    [
      'no shedding in production',
      { SANDBOX: 'on', LOAD_SHEDDING: 'off', NODE_ENV: 'production' },
      ['LOAD_SHEDDING'],
    ],
    [
      'no limits in production',
      { SANDBOX: 'on', RATE_LIMITS: 'off', NODE_ENV: 'production' },
      ['RATE_LIMITS'],
    ],
    ['one secret for two purposes', { ...liveEnv, METRICS_TOKEN: liveEnv.TOKEN_SECRET }, ['METRICS_TOKEN']],
    [
      'one secret, and more of it, for two',
      { ...liveEnv, METRICS_TOKEN: liveEnv.TOKEN_SECRET.slice(4) },
      ['METRICS_TOKEN'],
    ],
    ['limits that are too high for a live configuration', { ...liveEnv, LIMITS: 'R0=999999999' }, ['LIMITS']],
    [
      'a share that is too high for a live configuration',
      { ...liveEnv, LIMITS: 'U.seller=60001' },
      ['LIMITS'],
    ],
    ['a live page without encryption', { ...liveEnv, PUBLIC_URL: 'http://cars.example' }, ['PUBLIC_URL']],
    ['the same in capitals', { ...liveEnv, PUBLIC_URL: 'HTTP://cars.example' }, ['PUBLIC_URL']],
    ['the same after a space', { ...liveEnv, PUBLIC_URL: ' http://cars.example' }, ['PUBLIC_URL']],
    ['an invalid project ID', { ...liveEnv, FIREBASE_PROJECT_ID: 'Cars Example' }, ['FIREBASE_PROJECT_ID']],
    ['one that is too short', { ...liveEnv, FIREBASE_PROJECT_ID: 'cars' }, ['FIREBASE_PROJECT_ID']],
    ['one to be replaced', { ...liveEnv, FIREBASE_PROJECT_ID: 'your-project-id' }, ['FIREBASE_PROJECT_ID']],
    ['keys that the console rejects', { ...liveEnv, ...badKeys }, Object.keys(badKeys)],
    ['a host in brackets', { HOST: '[::1]' }, ['HOST']],
    ['a host that is no name', { HOST: 'a b.localhost' }, ['HOST']],
    [
      'a contact’s address that is too long',
      { CONTACT_EMAIL: `${'x'.repeat(250)}@cars.example` },
      ['CONTACT_EMAIL'],
    ],
    ['a sandbox with a live project', { ...liveEnv, SANDBOX: 'on' }, ['SANDBOX']],
    ['a sandbox where none may be', { SANDBOX: 'off' }, ['SANDBOX']],
    ['a proxy that is no address', { TRUST_PROXY: 'yes' }, ['TRUST_PROXY']],
    ['more proxies than there are', { TRUST_PROXY: '100' }, ['TRUST_PROXY']],
    ['a proxy with a mask too long', { TRUST_PROXY: '10.0.0.0/8, 10.0.0.0/99' }, ['TRUST_PROXY']],
    ['a mail server that is no address', { SMTP_URL: 'smtp://[mail' }, ['SMTP_URL']],
    ['a public address of another kind', { PUBLIC_URL: 'ftp://cars.example' }, ['PUBLIC_URL']],
    ['a public address with a path', { PUBLIC_URL: 'https://cars.example/shop' }, ['PUBLIC_URL']],
    ['a host with a scheme', { FIREBASE_AUTH_DOMAIN: 'https://cars.example' }, ['FIREBASE_AUTH_DOMAIN']],
    [
      'an emulator on no port',
      { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:99999' },
      ['FIREBASE_AUTH_EMULATOR_HOST'],
    ],
    ['a bucket without its key', { IMAGE_S3_BUCKET: 'cars' }, ['IMAGE_S3_KEY_ID', 'IMAGE_S3_SECRET']],
    ['a key without its bucket', { IMAGE_S3_SECRET: 'x' }, ['IMAGE_S3_BUCKET']],
    ['a region without a bucket', { IMAGE_S3_REGION: 'eu-central-1' }, ['IMAGE_S3_BUCKET']],
    [
      'a bucket together with a photo host',
      { ...bucket, IMAGE_HOST_URL: 'https://api.imgbb.com', IMAGE_HOST_KEY: 'x' },
      ['IMAGE_S3_BUCKET'],
    ],
    [
      'a bucket that is no name, at no address',
      { ...bucket, IMAGE_S3_BUCKET: 'My Cars', IMAGE_S3_ENDPOINT: 's3.example', IMAGE_S3_REGION: 'EU 1' },
      ['IMAGE_S3_BUCKET', 'IMAGE_S3_ENDPOINT', 'IMAGE_S3_REGION'],
    ],
    ['one port for two', { PORT: '4010' }, ['STRIPE_SANDBOX_PORT']],
    [
      'one port for all',
      { PORT: '9099', STRIPE_SANDBOX_PORT: '9099' },
      ['STRIPE_SANDBOX_PORT', 'FIREBASE_AUTH_EMULATOR_HOST'],
    ],
    [
      'sessions without an end',
      { SESSION_HOURS: '0', CONSOLE_SESSION_DAYS: 'never' },
      ['SESSION_HOURS', 'CONSOLE_SESSION_DAYS'],
    ],
    [
      'invalid contact data',
      {
        CONTACT_EMAIL: 'hello at cars.example',
        CONTACT_PHONE: 'call us',
        CONTACT_HOURS: 'x'.repeat(121),
        CONTACT_ADDRESS: '1 Main Street\nPortland',
      },
      ['CONTACT_EMAIL', 'CONTACT_PHONE', 'CONTACT_HOURS', 'CONTACT_ADDRESS'],
    ],
    ['a phone number that is too short', { CONTACT_PHONE: '911' }, ['CONTACT_PHONE']],
    ['limits that there are not', { LIMITS: 'W9=1' }, ['LIMITS']],
    ['a limit’s share that there is not', { LIMITS: 'W1.ip=1' }, ['LIMITS']],
    ['a limit that is no number', { LIMITS: 'W1=-1' }, ['LIMITS']],
    [
      'several faults, all of them',
      { PORT: 'x', LOG_LEVEL: 'loud', METRICS_TOKEN: 'short', LIMITS: 'W1' },
      ['PORT', 'METRICS_TOKEN', 'LOG_LEVEL', 'LIMITS'],
    ],
  ])('refuses %s', (_what, env, names) => {
    expect(
      configErrorsOf(env)
        .map((configError) => configError.split(':')[0])
        .sort(),
    ).toEqual([...names].sort())
  })

  it('stores photos in the configured bucket in either mode, at Amazon unless an endpoint is set', () => {
    expect(load().imageBucket).toBeNull()
    const settings = { bucket: 'cars', endpoint: null, region: 'us-east-1', keyId: 'AKIA1', secret: 'secret' }
    for (const mode of [{}, liveEnv]) expect(load({ ...mode, ...bucket }).imageBucket).toEqual(settings)
    const bucketSettings = { IMAGE_S3_ENDPOINT: 'https://s3.example/', IMAGE_S3_REGION: 'auto' }
    expect(load({ ...bucket, ...bucketSettings }).imageBucket).toMatchObject({
      endpoint: 'https://s3.example',
      region: 'auto',
    })
  })

  it('does not repeat a secret in its error messages', () => {
    const configErrors = configErrorsOf({ IMAGE_S3_SECRET: 'do-not-repeat', IMAGE_S3_ENDPOINT: 'nowhere' })
    expect(configErrors).toHaveLength(2)
    expect(configErrors.join()).not.toContain('do-not-repeat')
  })

  it('allows unconfirmed addresses to trade only in the sandbox, unless configured otherwise', () => {
    expect(load().unconfirmedAddresses).toBe('trade')
    expect(load(liveEnv).unconfirmedAddresses).toBe('browse')
    expect(load({ UNPROVEN_ADDRESSES: 'browse' }).unconfirmedAddresses).toBe('browse')
    expect(load({ ...liveEnv, UNPROVEN_ADDRESSES: 'trade' }).unconfirmedAddresses).toBe('trade')
    expect(configErrorsOf({ UNPROVEN_ADDRESSES: 'all' })).toEqual([
      expect.stringMatching(/^UNPROVEN_ADDRESSES: /),
    ])
  })

  it('accepts proxies by number, name, IP address, and range', () => {
    expect(load({ TRUST_PROXY: '2', SANDBOX: 'on' }).trustProxy).toBe(2)
    const addresses = ['loopback', '192.0.2.7', '10.0.0.0/8', '104.16.0.0/13', '2001:db8::/32', 'fc00::/7']
    expect(load({ ...liveEnv, TRUST_PROXY: addresses.join(', ') }).trustProxy).toEqual(addresses)
  })

  it('accepts a proxy count only if clients cannot connect directly', () => {
    const set = (env: Record<string, string>) => configErrorsOf({ ...liveEnv, TRUST_PROXY: '1', ...env })
    for (const HOST of ['127.0.0.1', '::1', '10.0.0.7', 'fd00::7']) expect(set({ HOST })).toEqual([])
    expect(set({ TRUST_PROXY: '0' })).toEqual([])
    const anybodys: Record<string, string>[] = [
      {},
      { HOST: '0.0.0.0' },
      { HOST: '::' },
      { HOST: '203.0.113.7' },
      { HOST: 'cars.example' },
    ]
    for (const env of anybodys)
      expect(set(env), JSON.stringify(env)).toEqual([expect.stringMatching(/^TRUST_PROXY: 1 .*uniquelocal/)])
    expect(configErrorsOf({ TRUST_PROXY: '1', HOST: '0.0.0.0', SANDBOX: 'on' })).toHaveLength(1)
  })

  it('has only the configured contact data, and made-up data in the sandbox', () => {
    const none = { email: null, phone: null, hours: null, address: null }
    expect(load(liveEnv).contact).toEqual(none)
    expect(load({ ...liveEnv, CONTACT_PHONE: ' +1 (503) 555-0142 ' }).contact).toEqual({
      ...none,
      phone: '+1 (503) 555-0142',
    })
    expect(load().contact).toMatchObject({ email: 'hello@kerblight.test', phone: '(503) 555-0100' })
    expect(load({ CONTACT_EMAIL: 'me@cars.example' }).contact).toEqual({ ...none, email: 'me@cars.example' })
  })

  // Each of these ranges includes addresses that anyone could have.
  it.each([
    '0.0.0.0/0',
    '::/0',
    '0.0.0.0/1',
    '128.0.0.0/1',
    '10.0.0.0/7',
    '172.16.0.0/11',
    '192.0.0.0/8',
    '2000::/3',
    'fc00::/6',
    '::ffff:0:0/96',
    '::ffff:0.0.0.0/90',
    '64:ff9b::/96',
    '64:ff9b:0:7::/40',
    '64:ff9b:1::/48',
    '2001::/32',
    '2002::/16',
    '::1/64',
    'loopback, 0.0.0.0/0',
  ])('rejects %s', (range) => {
    for (const mode of [{}, liveEnv])
      expect(configErrorsOf({ ...mode, TRUST_PROXY: range })).toEqual([
        expect.stringMatching(/^TRUST_PROXY: .* outside your network/),
      ])
  })

  it('sets the lifetime of sessions', () => {
    expect(load({ SESSION_HOURS: '1', CONSOLE_SESSION_DAYS: '90' }).sessionSeconds).toEqual({
      web: 3600,
      console: 90 * 86_400,
    })
  })

  it('sets limits for a class or for one scope of a class', () => {
    const set = load({ LIMITS: 'W1=60, J.ip=90' }).limits
    expect(set.W1).toEqual({ user: 60, seconds: 60 })
    expect(set.J).toEqual({ ip: 90, user: 10, seconds: 60 })
    expect(set.R0).toEqual(limits.R0)
  })
})

describe('a setting with a bad value', () => {
  const freeTextSettings = ['DATA_DIR', 'BACKUP_DIR', 'IMAGE_HOST_KEY', 'IMAGE_S3_KEY_ID', 'IMAGE_S3_SECRET']
  const values = [
    '?',
    'a b',
    '-1',
    '1e99',
    'ftp://[',
    `https://${'x'.repeat(400)}`,
    'x\ny',
    '😀',
    '{}',
    ',,a,b',
  ]

  it.each(settingNames)('%s is reported by name with the values it accepts', (name) => {
    const base = { ...liveEnv, ...bucket, IMAGE_HOST_KEY: 'x', STRIPE_SANDBOX_PORT: '4010' }
    const configErrors = [{}, base].flatMap((mode) =>
      values.flatMap((value) => configErrorsOf({ ...mode, ...(name !== 'DATA_DIR' && { [name]: value }) })),
    )
    for (const configError of configErrors) {
      expect(configError).toMatch(/^[A-Z0-9_]+: \S/)
      // Zod's own messages use these words. A message to users must not contain them.
      expect(configError).not.toMatch(/invalid|expected|received|too (big|small)|undefined|NaN|>=|<=/i)
    }
    const ownErrors = configErrors.filter((configError) => configError.startsWith(`${name}: `))
    if (!freeTextSettings.includes(name)) expect(ownErrors).not.toEqual([])
  })
})

describe('the sandbox, where users can impersonate each other,', () => {
  const unsafeValues = {
    HOST: ['0.0.0.0', '::', '192.168.1.5', '10.0.0.1', 'cars.example', '128.0.0.1', 'localhost.example'],
    PUBLIC_URL: [
      'https://cars.example',
      'http://192.168.1.5:4000',
      'http://localhost.example',
      'http://127.0.0.1.example',
      'https://[2001:db8::1]',
    ],
    NODE_ENV: ['production', 'Production', 'production ', 'production\r', 'prod', 'live', 'staging'],
    STRIPE_PUBLISHABLE_KEY: ['pk_live_1'],
    TRUST_PROXY: ['1', 'uniquelocal', 'loopback, 10.0.0.7'],
  }
  const cases = Object.entries(unsafeValues).flatMap(([name, values]) => values.map((value) => [name, value]))

  it.each(cases as [string, string][])('rejects %s=%s and names the settings to change', (name, value) => {
    const [configError, ...otherErrors] = configErrorsOf({ [name]: value })
    expect(otherErrors).toEqual([])
    expect(configError).toMatch(new RegExp(`^${name}: `))
    for (const hint of ['FIREBASE_PROJECT_ID', 'STRIPE_SECRET_KEY', 'SANDBOX=on'])
      expect(configError).toContain(hint)
  })

  it('reports all exposing settings together, each by name', () => {
    const env = { HOST: '0.0.0.0', PUBLIC_URL: 'https://cars.example', NODE_ENV: 'production' }
    expect(configErrorsOf(env).map((configError) => configError.split(':')[0])).toEqual([
      'HOST',
      'PUBLIC_URL',
      'NODE_ENV',
    ])
  })

  it('rejects exposing settings with a partial live configuration', () => {
    const env = { HOST: '0.0.0.0', FIREBASE_PROJECT_ID: 'cars-example' }
    expect(configErrorsOf(env).map((configError) => configError.split(':')[0])).toEqual([
      'FIREBASE_PROJECT_ID',
      'HOST',
    ])
  })

  it('accepts exposing settings with SANDBOX=on, and marks itself as open', () => {
    for (const [name, value] of cases)
      expect(load({ [name!]: value!, SANDBOX: 'on' })).toMatchObject({
        mode: 'sandbox',
        sandbox: { isOpen: true },
      })
    expect(load({ SANDBOX: 'on' }).sandbox).toMatchObject({ isOpen: false })
  })

  it.each(['development', 'test', 'Test', ' development '])('runs with NODE_ENV=%s', (name) => {
    expect(load({ NODE_ENV: name }).mode).toBe('sandbox')
  })

  it('cannot turn off limits in any environment named like production', () => {
    for (const name of unsafeValues.NODE_ENV)
      expect(configErrorsOf({ NODE_ENV: name, SANDBOX: 'on', RATE_LIMITS: 'off' })).toHaveLength(1)
  })

  it.each(['loopback', '127.0.0.1, ::1', '127.0.0.0/8', '0'])('can have the proxies %s', (proxies) => {
    expect(load({ TRUST_PROXY: proxies }).sandbox).toMatchObject({ isOpen: false })
  })

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost', 'LOCALHOST'])('can listen on %s', (host) => {
    expect(load({ HOST: host }).host).toBe(host)
  })

  it.each(['http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:8080', 'https://cars.localhost'])(
    'can be reached at %s',
    (address) => {
      expect(load({ PUBLIC_URL: address }).publicUrl).toBe(address)
    },
  )
})

describe('a live installation', () => {
  const cases = {
    TOKEN_SECRET: (secret: string) => secret,
    METRICS_TOKEN: (secret: string) => secret,
    STRIPE_WEBHOOK_SECRET: (secret: string) => `whsec_${secret}`,
  }
  const names = Object.keys(cases) as (keyof typeof cases)[]

  const weakSecrets = [
    'a'.repeat(48),
    'abc'.repeat(16),
    'abcdefgh'.repeat(4) + 'abcd',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'zyxwvutsrqponmlkjihgfedcba9876543210',
    '11112222333344445555666677778888',
    'abababababababababababababababac',
    'changeme'.repeat(4),
    'change_this_before_going_to_production',
    'ThisIsMySuperSecretPassword_1234567',
    'your_token_goes_here_0123456789abcd',
    'kerblight_9f8e7d6c5b4a39281706f5e4',
    'dealershipdealershipdealership12',
    'mysigningkeymysigningkeymysigning1',
    'correcthorsebatterystaplecorrecthorse',
    'passw0rdpassw0rd_cars_2026_admin',
    's3cr3t_t0k3n_s3cr3t_t0k3n_s3cr3t_',
    'test_token_for_the_live_shop_0001',
    'thisisaverylongtokenforthecarshop1',
    'thisisonlythereforthecarshop_2026',
    '000102030405060708090a0b0c0d0e0f',
    'p455w0rd_Vw7kQ2xTn9RbLc4ZpYh8Ms3J',
  ]

  it.each(weakSecrets)('rejects the secret %s', (secret) => {
    for (const name of names)
      expect(configErrorsOf({ ...liveEnv, [name]: cases[name](secret) }), name).toEqual([
        expect.stringMatching(new RegExp(`^${name}: .+; `)),
      ])
  })

  it('rejects an unencrypted connection to a remote database unless it is explicitly allowed', () => {
    const errorsAt = (address: string) =>
      configErrorsOf({ ...liveEnv, DATABASE_URL: `postgres://shop:secret@${address}` })
    for (const remote of ['db.example/shop', '10.0.0.7:5432/shop', 'localhost/shop?host=db.example'])
      expect(errorsAt(remote), remote).toEqual([
        expect.stringMatching(/^DATABASE_URL: .* without encryption; add \?sslmode=verify-full/),
      ])
    expect(errorsAt('db.example/shop').join()).not.toContain('secret')
    for (const validUrl of [
      'db.example/shop?sslmode=verify-full',
      'postgres/shop?sslmode=disable',
      'localhost/shop',
      '[::1]:5432/shop',
      'ignored/shop?host=/var/run/postgresql',
    ])
      expect(errorsAt(validUrl), validUrl).toEqual([])
    expect(configErrorsOf({ DATABASE_URL: 'postgres://shop:secret@db.example/shop' })).toEqual([])
  })

  it('rejects a secret that is a literal shell command', () => {
    expect(configErrorsOf({ ...liveEnv, METRICS_TOKEN: '$(openssl rand -base64 48)' })).toHaveLength(1)
  })

  it.each(['1', 'x9K', 'Vw7kQ2xTn9RbLc4ZpYh8Ms3'])(
    'rejects the webhook secret whsec_%s, too short to be Stripe’s',
    (secret) => {
      expect(configErrorsOf({ ...liveEnv, STRIPE_WEBHOOK_SECRET: `whsec_${secret}` })).toEqual([
        'STRIPE_WEBHOOK_SECRET: must start with whsec_, followed by at least 24 letters and digits',
      ])
    },
  )

  it('rejects the secrets of a sandbox, regardless of its data folder', () => {
    const storedSecrets = readSecrets(folder)
    expect(configErrorsOf({ ...liveEnv, DATA_DIR: otherFolder, TOKEN_SECRET: storedSecrets.token })).toEqual([
      expect.stringMatching(/^TOKEN_SECRET: is a sandbox’s; /),
    ])
    expect(
      configErrorsOf({ ...liveEnv, DATA_DIR: otherFolder, STRIPE_WEBHOOK_SECRET: storedSecrets.webhook }),
    ).toEqual([expect.stringMatching(/^STRIPE_WEBHOOK_SECRET: is a sandbox’s; /)])
  })

  it('cannot recognize unmarked sandbox secrets, so the sandbox regenerates them', () => {
    const former = { token: liveEnv.TOKEN_SECRET, webhook: liveEnv.STRIPE_WEBHOOK_SECRET }
    writeFileSync(join(otherFolder, 'secrets.json'), JSON.stringify(former))
    const generatedSecrets = readSecrets(otherFolder)
    expect(
      Object.values(generatedSecrets).filter((secret) => !secret.includes('kerblight_sandbox_')),
    ).toEqual([])
    expect(readSecrets(otherFolder)).toEqual(generatedSecrets)
  })

  it('starts even if a sandbox’s secrets cannot be read', () => {
    writeFileSync(join(otherFolder, 'secrets.json'), '{"token":')
    expect(load({ ...liveEnv, DATA_DIR: otherFolder }).mode).toBe('live')
  })

  const forms: Record<string, (value: string) => string> = {
    ...cases,
    FIREBASE_API_KEY: (value) => value,
    STRIPE_SECRET_KEY: (value) => `sk_live_${value}`,
    STRIPE_PUBLISHABLE_KEY: (value) => `pk_live_${value}`,
    GOOGLE_DESKTOP_CLIENT_SECRET: (value) => value,
    SMTP_URL: (value) => `smtps://shop:${value}@mail.example`,
    DATABASE_URL: (value) => `postgres://shop:${value}@localhost/shop`,
  }
  const pairs = names.flatMap((name) =>
    Object.keys(forms)
      .filter((otherName) => otherName !== name)
      .map((other) => [name, other] as const),
  )

  it.each(pairs)('rejects equal or overlapping values for %s and %s', (name, otherName) => {
    const value = 'Zk4Wm8Xt1Pq3VnRbLc9YhMs3JdGf6KuE'
    const sharedValue = forms[otherName]!(value)
    const secrets = [value, ...(/\W/.test(sharedValue) ? [] : [`${sharedValue}x`, `x${sharedValue}`])]
    for (const secret of secrets) {
      const set = { ...liveEnv, GOOGLE_DESKTOP_CLIENT_ID: 'shop', GOOGLE_DESKTOP_CLIENT_SECRET: 'x' }
      expect(
        configErrorsOf({ ...set, [name]: cases[name](secret), [otherName]: sharedValue }),
        secret,
      ).toEqual([
        expect.stringMatching(
          new RegExp(`^(${name}|${otherName}): shares its value with (${name}|${otherName}); `),
        ),
      ])
    }
  })

  it('ignores a value so short that it matches by chance', () => {
    expect(configErrorsOf({ ...liveEnv, FIREBASE_API_KEY: liveEnv.TOKEN_SECRET.slice(0, 7) })).toEqual([])
  })

  it('accepts generated secrets in base64, base64url, and hex', () => {
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      for (let round = 0; round < 300; round++) {
        const bytes = createHash('sha512').update(`${encoding} ${round}`).digest()
        const secret = bytes.subarray(0, 32).toString(encoding)
        const metricsToken = bytes.subarray(32, 44).toString(encoding)
        expect(
          configErrorsOf({ ...liveEnv, TOKEN_SECRET: secret, METRICS_TOKEN: metricsToken }),
          secret,
        ).toEqual([])
      }
  })

  const exampleSettingsIn = (text: string) =>
    [...text.matchAll(new RegExp(`\\b(${names.join('|')})(?:=|: )["']?([^\\s"'\`]+)`, 'g'))].map(
      ([, name, value]) => [name!, value!] as const,
    )

  it('rejects any secret that the documentation shows', () => {
    const exampleSettings = documents().flatMap(exampleSettingsIn)
    for (const [name, value] of exampleSettings)
      expect(configErrorsOf({ ...liveEnv, [name]: value }), value).not.toEqual([])
  })

  it('finds secrets in every format that the documentation uses', () => {
    const samples = [
      'TOKEN_SECRET=abc',
      '#METRICS_TOKEN="abc"',
      '      TOKEN_SECRET: abc',
      'Environment=METRICS_TOKEN=abc',
    ]
    for (const sample of samples)
      expect(exampleSettingsIn(`Set\n${sample}\n`), sample).toEqual([[expect.any(String), 'abc']])
    expect(exampleSettingsIn('TOKEN_SECRET=\nMETRICS_TOKEN=\n')).toEqual([])
    expect(documents().filter((text) => text.includes('TOKEN_SECRET')).length).toBeGreaterThan(3)
  })
})

/** Returns the contents of the files from which users copy settings. */
function documents(): string[] {
  const root = join(import.meta.dirname, '../..')
  const copied = ['*.md', '*.example', '*.yml', '*.service', '*Dockerfile', '*Caddyfile', '*.conf']
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...copied], { cwd: root, encoding: 'utf8' })
  return listed
    .split('\0')
    .filter((path) => path !== '')
    .map((path) => readFileSync(join(root, path), 'utf8'))
}

function readSecrets(dataDir: string): SandboxSecrets {
  loadConfig({ DATA_DIR: dataDir })
  return JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
}
