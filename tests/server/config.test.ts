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
const elsewhere = mkdtempSync(join(tmpdir(), 'kerblight-config-'))
afterAll(() => {
  for (const each of [folder, elsewhere]) rmSync(each, { recursive: true, force: true })
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

const live = {
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

  it('is live with both of its names', () => {
    expect(load(live)).toMatchObject({ mode: 'live', publicUrl: 'https://cars.example', sandbox: null })
  })

  it('is live with the keys of Stripe’s test mode if STRIPE_TEST_MODE is on', () => {
    expect(load({ ...live, ...testKeys, STRIPE_TEST_MODE: 'on' })).toMatchObject({ mode: 'live' })
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['half of a live one', { FIREBASE_PROJECT_ID: 'cars-example' }, ['FIREBASE_PROJECT_ID']],
    ['the other half', { STRIPE_SECRET_KEY: 'sk_test_1' }, ['STRIPE_SECRET_KEY']],
    [
      'an emulator beside a live project',
      { ...live, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      ['FIREBASE_AUTH_EMULATOR_HOST'],
    ],
    [
      'mixed keys',
      { ...live, STRIPE_SECRET_KEY: 'sk_test_1' },
      ['STRIPE_PUBLISHABLE_KEY', 'STRIPE_SECRET_KEY'],
    ],
    ['test keys beside a live project', { ...live, ...testKeys }, ['STRIPE_SECRET_KEY']],
    [
      'a restricted test key',
      { ...live, ...testKeys, STRIPE_SECRET_KEY: 'rk_test_1' },
      ['STRIPE_SECRET_KEY'],
    ],
    ['a rehearsal with live keys', { ...live, STRIPE_TEST_MODE: 'on' }, ['STRIPE_TEST_MODE']],
    ['no limits in a live configuration', { ...live, RATE_LIMITS: 'off' }, ['RATE_LIMITS']],
    ['no shedding in a live configuration', { ...live, LOAD_SHEDDING: 'off' }, ['LOAD_SHEDDING']],
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
    ['one secret for two purposes', { ...live, METRICS_TOKEN: live.TOKEN_SECRET }, ['METRICS_TOKEN']],
    [
      'one secret, and more of it, for two',
      { ...live, METRICS_TOKEN: live.TOKEN_SECRET.slice(4) },
      ['METRICS_TOKEN'],
    ],
    ['limits that limit nobody in a live configuration', { ...live, LIMITS: 'R0=999999999' }, ['LIMITS']],
    ['a share that limits nobody in a live configuration', { ...live, LIMITS: 'U.seller=60001' }, ['LIMITS']],
    ['a live page without encryption', { ...live, PUBLIC_URL: 'http://cars.example' }, ['PUBLIC_URL']],
    ['the same in capitals', { ...live, PUBLIC_URL: 'HTTP://cars.example' }, ['PUBLIC_URL']],
    ['the same after a space', { ...live, PUBLIC_URL: ' http://cars.example' }, ['PUBLIC_URL']],
    [
      'a project’s ID that is none',
      { ...live, FIREBASE_PROJECT_ID: 'Cars Example' },
      ['FIREBASE_PROJECT_ID'],
    ],
    ['one that is too short', { ...live, FIREBASE_PROJECT_ID: 'cars' }, ['FIREBASE_PROJECT_ID']],
    ['one to be replaced', { ...live, FIREBASE_PROJECT_ID: 'your-project-id' }, ['FIREBASE_PROJECT_ID']],
    ['keys that the console refuses', { ...live, ...badKeys }, Object.keys(badKeys)],
    ['a host in brackets', { HOST: '[::1]' }, ['HOST']],
    ['a host that is no name', { HOST: 'a b.localhost' }, ['HOST']],
    [
      'a contact’s address that is too long',
      { CONTACT_EMAIL: `${'x'.repeat(250)}@cars.example` },
      ['CONTACT_EMAIL'],
    ],
    ['a sandbox beside a live project', { ...live, SANDBOX: 'on' }, ['SANDBOX']],
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
      'a bucket beside an image host',
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
      'contact data that nobody can use',
      {
        CONTACT_EMAIL: 'hello at cars.example',
        CONTACT_PHONE: 'call us',
        CONTACT_HOURS: 'x'.repeat(121),
        CONTACT_ADDRESS: '1 Main Street\nPortland',
      },
      ['CONTACT_EMAIL', 'CONTACT_PHONE', 'CONTACT_HOURS', 'CONTACT_ADDRESS'],
    ],
    ['a telephone number that is too short', { CONTACT_PHONE: '911' }, ['CONTACT_PHONE']],
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
    for (const mode of [{}, live]) expect(load({ ...mode, ...bucket }).imageBucket).toEqual(settings)
    const elsewhere = { IMAGE_S3_ENDPOINT: 'https://s3.example/', IMAGE_S3_REGION: 'auto' }
    expect(load({ ...bucket, ...elsewhere }).imageBucket).toMatchObject({
      endpoint: 'https://s3.example',
      region: 'auto',
    })
  })

  it('does not repeat a secret in its error messages', () => {
    const configErrors = configErrorsOf({ IMAGE_S3_SECRET: 'do-not-repeat', IMAGE_S3_ENDPOINT: 'nowhere' })
    expect(configErrors).toHaveLength(2)
    expect(configErrors.join()).not.toContain('do-not-repeat')
  })

  it('allows unproven addresses to trade only in the sandbox, unless configured otherwise', () => {
    expect(load().unprovenAddresses).toBe('trade')
    expect(load(live).unprovenAddresses).toBe('browse')
    expect(load({ UNPROVEN_ADDRESSES: 'browse' }).unprovenAddresses).toBe('browse')
    expect(load({ ...live, UNPROVEN_ADDRESSES: 'trade' }).unprovenAddresses).toBe('trade')
    expect(configErrorsOf({ UNPROVEN_ADDRESSES: 'all' })).toEqual([
      expect.stringMatching(/^UNPROVEN_ADDRESSES: /),
    ])
  })

  it('takes proxies by number, name, address and range', () => {
    expect(load({ TRUST_PROXY: '2', SANDBOX: 'on' }).trustProxy).toBe(2)
    const addresses = ['loopback', '192.0.2.7', '10.0.0.0/8', '104.16.0.0/13', '2001:db8::/32', 'fc00::/7']
    expect(load({ ...live, TRUST_PROXY: addresses.join(', ') }).trustProxy).toEqual(addresses)
  })

  it('accepts a proxy count only if clients cannot connect directly', () => {
    const set = (env: Record<string, string>) => configErrorsOf({ ...live, TRUST_PROXY: '1', ...env })
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
    expect(load(live).contact).toEqual(none)
    expect(load({ ...live, CONTACT_PHONE: ' +1 (503) 555-0142 ' }).contact).toEqual({
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
  ])('refuses to believe %s', (range) => {
    for (const mode of [{}, live])
      expect(configErrorsOf({ ...mode, TRUST_PROXY: range })).toEqual([
        expect.stringMatching(/^TRUST_PROXY: .* anyone/),
      ])
  })

  it('sets the life of sessions', () => {
    expect(load({ SESSION_HOURS: '1', CONSOLE_SESSION_DAYS: '90' }).sessionSeconds).toEqual({
      web: 3600,
      console: 90 * 86_400,
    })
  })

  it('sets limits by class, or one share of it', () => {
    const set = load({ LIMITS: 'W1=60, J.ip=90' }).limits
    expect(set.W1).toEqual({ user: 60, seconds: 60 })
    expect(set.J).toEqual({ ip: 90, user: 10, seconds: 60 })
    expect(set.R0).toEqual(limits.R0)
  })
})

describe('a setting with a bad value', () => {
  /** Settings that accept any text. */
  const free = ['DATA_DIR', 'BACKUP_DIR', 'IMAGE_HOST_KEY', 'IMAGE_S3_KEY_ID', 'IMAGE_S3_SECRET']
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
    const base = { ...live, ...bucket, IMAGE_HOST_KEY: 'x', STRIPE_SANDBOX_PORT: '4010' }
    const configErrors = [{}, base].flatMap((mode) =>
      values.flatMap((value) => configErrorsOf({ ...mode, ...(name !== 'DATA_DIR' && { [name]: value }) })),
    )
    for (const configError of configErrors) {
      expect(configError).toMatch(/^[A-Z0-9_]+: \S/)
      // Zod's own messages use these words. A message to users must not contain them.
      expect(configError).not.toMatch(/invalid|expected|received|too (big|small)|undefined|NaN|>=|<=/i)
    }
    const own = configErrors.filter((configError) => configError.startsWith(`${name}: `))
    if (!free.includes(name)) expect(own).not.toEqual([])
  })
})

describe('the sandbox, where any user can impersonate any other,', () => {
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
  const openings = Object.entries(unsafeValues).flatMap(([name, values]) =>
    values.map((value) => [name, value]),
  )

  it.each(openings as [string, string][])('rejects %s=%s and names the settings to change', (name, value) => {
    const [configError, ...more] = configErrorsOf({ [name]: value })
    expect(more).toEqual([])
    expect(configError).toMatch(new RegExp(`^${name}: `))
    for (const way of ['FIREBASE_PROJECT_ID', 'STRIPE_SECRET_KEY', 'SANDBOX=on'])
      expect(configError).toContain(way)
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
    for (const [name, value] of openings)
      expect(load({ [name!]: value!, SANDBOX: 'on' })).toMatchObject({
        mode: 'sandbox',
        sandbox: { isOpen: true },
      })
    expect(load({ SANDBOX: 'on' }).sandbox).toMatchObject({ isOpen: false })
  })

  it.each(['development', 'test', 'Test', ' development '])('runs with NODE_ENV=%s', (name) => {
    expect(load({ NODE_ENV: name }).mode).toBe('sandbox')
  })

  it('goes without limits nowhere that is called anything like production', () => {
    for (const name of unsafeValues.NODE_ENV)
      expect(configErrorsOf({ NODE_ENV: name, SANDBOX: 'on', RATE_LIMITS: 'off' })).toHaveLength(1)
  })

  it.each(['loopback', '127.0.0.1, ::1', '127.0.0.0/8', '0'])('may have the proxies %s', (proxies) => {
    expect(load({ TRUST_PROXY: proxies }).sandbox).toMatchObject({ isOpen: false })
  })

  it.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost', 'LOCALHOST'])('may listen on %s', (host) => {
    expect(load({ HOST: host }).host).toBe(host)
  })

  it.each(['http://localhost:4000', 'http://127.0.0.1', 'http://[::1]:8080', 'https://cars.localhost'])(
    'may be seen at %s',
    (address) => {
      expect(load({ PUBLIC_URL: address }).publicUrl).toBe(address)
    },
  )
})

describe('a live installation', () => {
  const judged = {
    TOKEN_SECRET: (secret: string) => secret,
    METRICS_TOKEN: (secret: string) => secret,
    STRIPE_WEBHOOK_SECRET: (secret: string) => `whsec_${secret}`,
  }
  const names = Object.keys(judged) as (keyof typeof judged)[]

  const weak = [
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

  it.each(weak)('refuses the secret %s', (secret) => {
    for (const name of names)
      expect(configErrorsOf({ ...live, [name]: judged[name](secret) }), name).toEqual([
        expect.stringMatching(new RegExp(`^${name}: .+; `)),
      ])
  })

  it('rejects an unencrypted connection to a remote database unless it is explicitly allowed', () => {
    const errorsAt = (address: string) =>
      configErrorsOf({ ...live, DATABASE_URL: `postgres://shop:secret@${address}` })
    for (const away of ['db.example/shop', '10.0.0.7:5432/shop', 'localhost/shop?host=db.example'])
      expect(errorsAt(away), away).toEqual([
        expect.stringMatching(/^DATABASE_URL: .* without encryption; add \?sslmode=verify-full/),
      ])
    expect(errorsAt('db.example/shop').join()).not.toContain('secret')
    for (const fine of [
      'db.example/shop?sslmode=verify-full',
      'postgres/shop?sslmode=disable',
      'localhost/shop',
      '[::1]:5432/shop',
      'ignored/shop?host=/var/run/postgresql',
    ])
      expect(errorsAt(fine), fine).toEqual([])
    expect(configErrorsOf({ DATABASE_URL: 'postgres://shop:secret@db.example/shop' })).toEqual([])
  })

  it('rejects a secret that is a literal shell command', () => {
    expect(configErrorsOf({ ...live, METRICS_TOKEN: '$(openssl rand -base64 48)' })).toHaveLength(1)
  })

  it.each(['1', 'x9K', 'Vw7kQ2xTn9RbLc4ZpYh8Ms3'])(
    'refuses the webhook secret whsec_%s, too short to be Stripe’s',
    (secret) => {
      expect(configErrorsOf({ ...live, STRIPE_WEBHOOK_SECRET: `whsec_${secret}` })).toEqual([
        'STRIPE_WEBHOOK_SECRET: must start with whsec_, followed by at least 24 letters and digits',
      ])
    },
  )

  it('refuses the secrets of a sandbox, wherever it ran', () => {
    const own = readSecrets(folder)
    expect(configErrorsOf({ ...live, DATA_DIR: elsewhere, TOKEN_SECRET: own.token })).toEqual([
      expect.stringMatching(/^TOKEN_SECRET: is a sandbox’s; /),
    ])
    expect(configErrorsOf({ ...live, DATA_DIR: elsewhere, STRIPE_WEBHOOK_SECRET: own.webhook })).toEqual([
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET: is a sandbox’s; /),
    ])
  })

  it('could not recognize unmarked sandbox secrets, so the sandbox regenerates them', () => {
    const former = { token: live.TOKEN_SECRET, webhook: live.STRIPE_WEBHOOK_SECRET }
    writeFileSync(join(elsewhere, 'secrets.json'), JSON.stringify(former))
    const made = readSecrets(elsewhere)
    expect(Object.values(made).filter((secret) => !secret.includes('kerblight_sandbox_'))).toEqual([])
    expect(readSecrets(elsewhere)).toEqual(made)
  })

  it('is not held up by a sandbox’s secrets that cannot be read', () => {
    writeFileSync(join(elsewhere, 'secrets.json'), '{"token":')
    expect(load({ ...live, DATA_DIR: elsewhere }).mode).toBe('live')
  })

  const forms: Record<string, (value: string) => string> = {
    ...judged,
    FIREBASE_API_KEY: (value) => value,
    STRIPE_SECRET_KEY: (value) => `sk_live_${value}`,
    STRIPE_PUBLISHABLE_KEY: (value) => `pk_live_${value}`,
    GOOGLE_DESKTOP_CLIENT_SECRET: (value) => value,
    SMTP_URL: (value) => `smtps://shop:${value}@mail.example`,
    DATABASE_URL: (value) => `postgres://shop:${value}@localhost/shop`,
  }
  const pairs = names.flatMap((name) =>
    Object.keys(forms)
      .filter((other) => other !== name)
      .map((other) => [name, other] as const),
  )

  it.each(pairs)('refuses one value for %s and %s, or one that holds the other', (name, other) => {
    const value = 'Zk4Wm8Xt1Pq3VnRbLc9YhMs3JdGf6KuE'
    const shared = forms[other]!(value)
    const secrets = [value, ...(/\W/.test(shared) ? [] : [`${shared}x`, `x${shared}`])]
    for (const secret of secrets) {
      const set = { ...live, GOOGLE_DESKTOP_CLIENT_ID: 'shop', GOOGLE_DESKTOP_CLIENT_SECRET: 'x' }
      expect(configErrorsOf({ ...set, [name]: judged[name](secret), [other]: shared }), secret).toEqual([
        expect.stringMatching(new RegExp(`^(${name}|${other}): shares its value with (${name}|${other}); `)),
      ])
    }
  })

  it('minds no value so short that it stands there by chance', () => {
    expect(configErrorsOf({ ...live, FIREBASE_API_KEY: live.TOKEN_SECRET.slice(0, 7) })).toEqual([])
  })

  it('accepts generated secrets in base64, base64url, and hex', () => {
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      for (let round = 0; round < 300; round++) {
        const bytes = createHash('sha512').update(`${encoding} ${round}`).digest()
        const secret = bytes.subarray(0, 32).toString(encoding)
        const metricsToken = bytes.subarray(32, 44).toString(encoding)
        expect(
          configErrorsOf({ ...live, TOKEN_SECRET: secret, METRICS_TOKEN: metricsToken }),
          secret,
        ).toEqual([])
      }
  })

  const shownIn = (text: string) =>
    [...text.matchAll(new RegExp(`\\b(${names.join('|')})(?:=|: )["']?([^\\s"'\`]+)`, 'g'))].map(
      ([, name, value]) => [name!, value!] as const,
    )

  it('refuses whatever secret the documentation shows', () => {
    const shown = documents().flatMap(shownIn)
    for (const [name, value] of shown)
      expect(configErrorsOf({ ...live, [name]: value }), value).not.toEqual([])
  })

  it('finds a secret in documentation however it is shown', () => {
    const samples = [
      'TOKEN_SECRET=abc',
      '#METRICS_TOKEN="abc"',
      '      TOKEN_SECRET: abc',
      'Environment=METRICS_TOKEN=abc',
    ]
    for (const sample of samples)
      expect(shownIn(`Set\n${sample}\n`), sample).toEqual([[expect.any(String), 'abc']])
    expect(shownIn('TOKEN_SECRET=\nMETRICS_TOKEN=\n')).toEqual([])
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
