import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod'
import type { Contact } from '../contract/contact.ts'
import {
  contactEmail,
  contactPhone,
  count,
  limitShares,
  loopback,
  mailAddress,
  oneLine,
  port,
  trustedProxies,
  webAddress,
  type LimitShares,
} from './config-fields.ts'

export interface Config {
  world: 'sandbox' | 'live'
  production: boolean
  host: string
  port: number
  /** The address users see, without a trailing slash. */
  publicUrl: string
  contact: Contact
  dataDir: string
  databaseFile: string
  backupDir: string
  corsOrigins: string[]
  /** Whose forwarded addresses to believe; express' `trust proxy` setting. */
  trustProxy: string[] | number | false
  tokenSecret: string
  metricsToken: string | null
  logLevel: string
  rateLimits: boolean
  limits: LimitShares
  /** How long a sign-in lasts. */
  sessionSeconds: { web: number; console: number }
  /** What somebody whose address is not proven may do: all, or neither sell nor hold cars nor show their contact. */
  unprovenAddresses: 'trade' | 'browse'
  /** How long a buyer holds a car while paying. */
  reservationSeconds: number
  /** How long an upload may crawl before its pace counts. */
  uploadGraceSeconds: number
  smtpUrl: string | null
  identity: { projectId: string; apiKey: string; authDomain: string; emulatorHost: string | null }
  stripe: {
    secretKey: string
    publishableKey: string
    webhookSecret: string
    /** The sandbox's address; null talks to Stripe itself. */
    sandbox: { host: string; port: number } | null
  }
  /** An imgbb-shaped host to forward uploads to; null keeps them here. */
  imageHost: { url: string; key: string } | null
  google: { clientId: string; clientSecret: string } | null
  sandbox: { stripePort: number; identityHost: string; identityPort: number } | null
}

/** Everything that is wrong with the configuration, one line each. */
export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a fault' : `${problems.length} faults`}:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Reads the environment; `.env.example` describes every variable. The world is live when `FIREBASE_PROJECT_ID` and
 * `STRIPE_SECRET_KEY` are both set, else the sandbox.
 * @throws ConfigError that lists every fault, not the first.
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = variables.safeParse(given)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  const live = Boolean(given.FIREBASE_PROJECT_ID && given.STRIPE_SECRET_KEY)
  faults.push(...(live ? liveFaults(given) : sandboxFaults(given)))
  if (given.RATE_LIMITS === 'off' && given.NODE_ENV === 'production')
    faults.push('RATE_LIMITS: cannot be off in production')
  if (faults.length > 0 || !parsed.success) throw new ConfigError(faults)
  return live ? liveConfig(parsed.data) : sandboxConfig(parsed.data)
}

const SANDBOX_PROJECT = 'demo-kerblight'
/** Nobody's: RFC 2606 keeps the domain free, the numbering plan 555-0100 to 555-0199. */
const DEMO_CONTACT: Contact = {
  email: 'hello@kerblight.test',
  phone: '(503) 555-0100',
  hours: 'Monday–Friday, 9 a.m.–5 p.m. PT',
  address: '100 Example Street, Portland, OR 97201',
}
const DEFAULT_SECRETS = new Set(['secret', 'changeme', 'change-me', 'token-secret', 'password'])

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(4000),
  HOST: z.string().optional(),
  PUBLIC_URL: webAddress.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .regex(
      /^((sqlite:|file:)?[^:]+|:memory:)$/,
      'must be the path of an SQLite file, such as file:/var/lib/kerblight/kerblight.db',
    )
    .optional(),
  BACKUP_DIR: z.string().optional(),
  CORS_ORIGINS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim())
        .filter(Boolean),
    )
    .pipe(
      z.array(z.string().regex(/^(https?|app):\/\/[^/*\s]+$/, 'must be exact origins, separated by commas')),
    ),
  TRUST_PROXY: trustedProxies.optional(),
  TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  LIMITS: limitShares.default(limitShares.parse('')),
  UNPROVEN_ADDRESSES: z.enum(['browse', 'trade']).optional(),
  RESERVATION_SECONDS: count(86_400).default(900),
  UPLOAD_GRACE_SECONDS: count(300).default(10),
  SESSION_HOURS: count(24 * 365).default(12),
  CONSOLE_SESSION_DAYS: count(365).default(30),
  SMTP_URL: mailAddress.optional(),
  CONTACT_EMAIL: contactEmail.optional(),
  CONTACT_PHONE: contactPhone.optional(),
  CONTACT_HOURS: oneLine(120).optional(),
  CONTACT_ADDRESS: oneLine(200).optional(),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.string().optional(),
  FIREBASE_AUTH_EMULATOR_HOST: loopback.default('127.0.0.1:9099'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'must start with sk_test_ or sk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must start with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must start with whsec_')
    .optional(),
  STRIPE_SANDBOX_PORT: port.default(4010),
  IMAGE_HOST_URL: webAddress.optional(),
  IMAGE_HOST_KEY: z.string().optional(),
  GOOGLE_DESKTOP_CLIENT_ID: z.string().optional(),
  GOOGLE_DESKTOP_CLIENT_SECRET: z.string().optional(),
})

type Variables = z.output<typeof variables>
type Given = Record<string, string | undefined>

function liveFaults(given: Given): string[] {
  const faults: string[] = []
  for (const name of [
    'FIREBASE_API_KEY',
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'TOKEN_SECRET',
    'PUBLIC_URL',
    'SMTP_URL',
  ])
    if (!given[name]) faults.push(`${name}: is needed beside FIREBASE_PROJECT_ID and STRIPE_SECRET_KEY`)
  if (given.FIREBASE_AUTH_EMULATOR_HOST)
    faults.push(
      'FIREBASE_AUTH_EMULATOR_HOST: the emulator has no place beside a live project; remove one of the two',
    )
  if (given.FIREBASE_PROJECT_ID?.startsWith('demo-'))
    faults.push('FIREBASE_PROJECT_ID: demo- projects exist in the emulator only')
  if (given.TOKEN_SECRET && DEFAULT_SECRETS.has(given.TOKEN_SECRET.toLowerCase().replace(/(.+?)\1+$/, '$1')))
    faults.push('TOKEN_SECRET: is a well-known default; make one with `openssl rand -base64 48`')
  const modes = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY].map((key) => key?.split('_')[1])
  if (modes[0] && modes[1] && modes[0] !== modes[1])
    faults.push('STRIPE_PUBLISHABLE_KEY: test and live keys are mixed; take both from the same Stripe mode')
  if (given.PUBLIC_URL && !/^https:|^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(given.PUBLIC_URL))
    faults.push('PUBLIC_URL: must be https, as Stripe.js refuses other pages')
  if (Boolean(given.GOOGLE_DESKTOP_CLIENT_ID) !== Boolean(given.GOOGLE_DESKTOP_CLIENT_SECRET))
    faults.push('GOOGLE_DESKTOP_CLIENT_ID: needs GOOGLE_DESKTOP_CLIENT_SECRET beside it, and the reverse')
  return [...faults, ...imageFaults(given)]
}

function sandboxFaults(given: Given): string[] {
  const faults: string[] = []
  if (given.FIREBASE_PROJECT_ID)
    faults.push('FIREBASE_PROJECT_ID: needs STRIPE_SECRET_KEY beside it; set both or neither')
  if (given.STRIPE_SECRET_KEY)
    faults.push('STRIPE_SECRET_KEY: needs FIREBASE_PROJECT_ID beside it; set both or neither')
  return [...faults, ...sharedPorts(given), ...imageFaults(given)]
}

function sharedPorts(given: Given): string[] {
  const web = given.PORT ?? '4000'
  const stripe = given.STRIPE_SANDBOX_PORT ?? '4010'
  const identity = (given.FIREBASE_AUTH_EMULATOR_HOST ?? '127.0.0.1:9099').split(':')[1]
  return [
    ...(stripe === web ? ['STRIPE_SANDBOX_PORT: must be another port than PORT'] : []),
    ...(identity === web || identity === stripe
      ? ['FIREBASE_AUTH_EMULATOR_HOST: must be another port than PORT and STRIPE_SANDBOX_PORT']
      : []),
  ]
}

function imageFaults(given: Given): string[] {
  return given.IMAGE_HOST_URL && !given.IMAGE_HOST_KEY
    ? ['IMAGE_HOST_KEY: is needed beside IMAGE_HOST_URL']
    : []
}

function sharedConfig(env: Variables) {
  const dataDir = resolve(env.DATA_DIR)
  const file = env.DATABASE_URL?.replace(/^(sqlite:|file:)(\/\/)?/, '')
  return {
    production: env.NODE_ENV === 'production',
    port: env.PORT,
    dataDir,
    databaseFile: file
      ? isAbsolute(file) || file === ':memory:'
        ? file
        : resolve(file)
      : join(dataDir, 'kerblight.db'),
    backupDir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : join(dataDir, 'backups'),
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY ?? (false as const),
    metricsToken: env.METRICS_TOKEN ?? null,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS === 'on',
    limits: env.LIMITS,
    reservationSeconds: env.RESERVATION_SECONDS,
    uploadGraceSeconds: env.UPLOAD_GRACE_SECONDS,
    sessionSeconds: { web: env.SESSION_HOURS * 3600, console: env.CONSOLE_SESSION_DAYS * 86_400 },
    smtpUrl: env.SMTP_URL ?? null,
    imageHost:
      env.IMAGE_HOST_URL && env.IMAGE_HOST_KEY ? { url: env.IMAGE_HOST_URL, key: env.IMAGE_HOST_KEY } : null,
  }
}

function liveConfig(env: Variables): Config {
  return {
    ...sharedConfig(env),
    world: 'live',
    unprovenAddresses: env.UNPROVEN_ADDRESSES ?? 'browse',
    host: env.HOST ?? '0.0.0.0',
    publicUrl: env.PUBLIC_URL!,
    contact: contactOf(env),
    tokenSecret: env.TOKEN_SECRET!,
    identity: {
      projectId: env.FIREBASE_PROJECT_ID!,
      apiKey: env.FIREBASE_API_KEY!,
      authDomain: env.FIREBASE_AUTH_DOMAIN ?? `${env.FIREBASE_PROJECT_ID}.firebaseapp.com`,
      emulatorHost: null,
    },
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY!,
      publishableKey: env.STRIPE_PUBLISHABLE_KEY!,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET!,
      sandbox: null,
    },
    google: env.GOOGLE_DESKTOP_CLIENT_ID
      ? { clientId: env.GOOGLE_DESKTOP_CLIENT_ID, clientSecret: env.GOOGLE_DESKTOP_CLIENT_SECRET! }
      : null,
    sandbox: null,
  }
}

function sandboxConfig(env: Variables): Config {
  const shared = sharedConfig(env)
  const secrets = sandboxSecrets(shared.dataDir)
  const [identityHost, identityPort] = env.FIREBASE_AUTH_EMULATOR_HOST.split(':') as [string, string]
  return {
    ...shared,
    world: 'sandbox',
    // No mail leaves here, so nobody would get the link.
    unprovenAddresses: env.UNPROVEN_ADDRESSES ?? 'trade',
    host: env.HOST ?? '127.0.0.1',
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    contact: hasContact(env) ? contactOf(env) : DEMO_CONTACT,
    tokenSecret: env.TOKEN_SECRET ?? secrets.token,
    identity: {
      projectId: SANDBOX_PROJECT,
      apiKey: env.FIREBASE_API_KEY ?? 'sandbox',
      authDomain: env.FIREBASE_AUTH_EMULATOR_HOST,
      emulatorHost: env.FIREBASE_AUTH_EMULATOR_HOST,
    },
    stripe: {
      secretKey: 'sk_test_kerblight',
      publishableKey: 'pk_test_kerblight',
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? secrets.webhook,
      sandbox: { host: '127.0.0.1', port: env.STRIPE_SANDBOX_PORT },
    },
    google: { clientId: 'sandbox-desktop', clientSecret: 'sandbox' },
    sandbox: { stripePort: env.STRIPE_SANDBOX_PORT, identityHost, identityPort: Number(identityPort) },
  }
}

function contactOf(env: Variables): Contact {
  return {
    email: env.CONTACT_EMAIL ?? null,
    phone: env.CONTACT_PHONE ?? null,
    hours: env.CONTACT_HOURS ?? null,
    address: env.CONTACT_ADDRESS ?? null,
  }
}

function hasContact(env: Variables): boolean {
  return Object.values(contactOf(env)).some((value) => value !== null)
}

/** The sandbox's secrets, made once and kept beside its data. */
function sandboxSecrets(dataDir: string): { token: string; webhook: string } {
  const file = join(dataDir, 'secrets.json')
  try {
    return secretsFile.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      throw new ConfigError([`DATA_DIR: cannot read ${file}: ${(error as Error).message}`])
  }
  const secrets = {
    token: randomBytes(48).toString('base64url'),
    webhook: `whsec_${randomBytes(24).toString('hex')}`,
  }
  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw new ConfigError([`DATA_DIR: cannot write to ${dataDir}: ${(error as Error).message}`])
  }
  return secrets
}

const secretsFile = z.object({ token: z.string().min(32), webhook: z.string().startsWith('whsec_') })
