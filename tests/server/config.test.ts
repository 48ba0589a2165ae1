import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { ConfigError, loadConfig } from '../../server/config.ts'

const folder = mkdtempSync(join(tmpdir(), 'kerblight-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR: folder, ...env })

function faultsOf(env: Record<string, string>): string[] {
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
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  TOKEN_SECRET: 'q8vJx2mWc7LrT0zYh5KdNf3uBa9eGs6p',
  PUBLIC_URL: 'https://cars.example/',
  SMTP_URL: 'smtps://user:password@mail.example:465?from=no-reply@cars.example',
}

describe('the configuration', () => {
  it('is the sandbox on this machine alone without any variable', () => {
    expect(load()).toMatchObject({
      world: 'sandbox',
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
    expect(load(live)).toMatchObject({ world: 'live', publicUrl: 'https://cars.example', sandbox: null })
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['half of a live one', { FIREBASE_PROJECT_ID: 'cars' }, ['FIREBASE_PROJECT_ID']],
    ['the other half', { STRIPE_SECRET_KEY: 'sk_test_1' }, ['STRIPE_SECRET_KEY']],
    [
      'an emulator beside a live project',
      { ...live, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' },
      ['FIREBASE_AUTH_EMULATOR_HOST'],
    ],
    ['mixed keys', { ...live, STRIPE_SECRET_KEY: 'sk_test_1' }, ['STRIPE_PUBLISHABLE_KEY']],
    ['a well-known secret', { ...live, TOKEN_SECRET: 'changeme'.repeat(4) }, ['TOKEN_SECRET']],
    ['no limits in production', { RATE_LIMITS: 'off', NODE_ENV: 'production' }, ['RATE_LIMITS']],
    ['a proxy that is no address', { TRUST_PROXY: 'yes' }, ['TRUST_PROXY']],
    ['a proxy with a mask too long', { TRUST_PROXY: '10.0.0.0/8, 10.0.0.0/99' }, ['TRUST_PROXY']],
    ['a mail server that is no address', { SMTP_URL: 'smtp://[mail' }, ['SMTP_URL']],
    ['a public address of another kind', { PUBLIC_URL: 'ftp://cars.example' }, ['PUBLIC_URL']],
    [
      'an emulator on no port',
      { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:99999' },
      ['FIREBASE_AUTH_EMULATOR_HOST'],
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
      faultsOf(env)
        .map((fault) => fault.split(':')[0])
        .sort(),
    ).toEqual([...names].sort())
  })

  it('lets unproven addresses trade in the sandbox alone, unless it is said', () => {
    expect(load().unprovenAddresses).toBe('trade')
    expect(load(live).unprovenAddresses).toBe('browse')
    expect(load({ UNPROVEN_ADDRESSES: 'browse' }).unprovenAddresses).toBe('browse')
    expect(load({ ...live, UNPROVEN_ADDRESSES: 'trade' }).unprovenAddresses).toBe('trade')
    expect(faultsOf({ UNPROVEN_ADDRESSES: 'all' })).toEqual([expect.stringMatching(/^UNPROVEN_ADDRESSES: /)])
  })

  it('takes proxies by number, name, address and range', () => {
    expect(load({ TRUST_PROXY: '2' }).trustProxy).toBe(2)
    const addresses = ['loopback', '192.0.2.7', '10.0.0.0/8', '2001:db8::/32']
    expect(load({ TRUST_PROXY: addresses.join(', ') }).trustProxy).toEqual(addresses)
  })

  it('has contact data only as far as they are set; the sandbox has made-up ones', () => {
    const none = { email: null, phone: null, hours: null, address: null }
    expect(load(live).contact).toEqual(none)
    expect(load({ ...live, CONTACT_PHONE: ' +1 (503) 555-0142 ' }).contact).toEqual({
      ...none,
      phone: '+1 (503) 555-0142',
    })
    expect(load().contact).toMatchObject({ email: 'hello@kerblight.test', phone: '(503) 555-0100' })
    expect(load({ CONTACT_EMAIL: 'me@cars.example' }).contact).toEqual({ ...none, email: 'me@cars.example' })
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
