import { isAbsolute, join, resolve } from 'node:path'
import * as z from 'zod'
import { key } from '../../contract/config.ts'
import type { Contact } from '../../contract/contact.ts'
import { quotas, type Quotas } from '../../contract/api/quotas.ts'
import { hostName, webOrigin } from '../../contract/web-address.ts'
import { ConfigError, type RawSettings } from './config-error.ts'

import { validateLiveConfig, validateSandboxConfig } from './config-rules.ts'
import {
  bucketName,
  contactEmail,
  contactPhone,
  count,
  databaseLocation,
  downloadAddresses,
  limitShares,
  listenHost,
  loopback,
  mailAddress,
  createSingleLineField,
  onOrOff,
  port,
  postgresAddress,
  projectId,
  webAddress,
  type LimitShares,
} from './config-fields.ts'
import type { PostgresAddress } from './postgres-address.ts'
import { findExposures } from './sandbox-exposures.ts'
import { sandboxSecrets } from './sandbox-secrets.ts'
import { trustedProxies } from './trusted-proxies.ts'

export interface BucketSettings {
  bucket: string
  /** The store's URL without a trailing slash, or null for Amazon S3. */
  endpoint: string | null
  region: string
  keyId: string
  secret: string
}

export interface Config {
  mode: 'sandbox' | 'live'
  host: string
  port: number
  /** The site's public URL, without a trailing slash. */
  publicUrl: string
  contact: Contact
  dataDir: string
  databaseFile: string
  backupDir: string
  /** The Postgres address, or null if the data is in the SQLite file. */
  postgres: PostgresAddress | null
  corsOrigins: string[]
  /**
   * The proxies whose forwarded IP addresses are trusted, as the value of Express's `trust proxy` setting.
   */
  trustProxy: string[] | number | false
  tokenSecret: string
  metricsToken: string | null
  /** A separate port for this process's own metrics. */
  metricsPort: number | null
  logLevel: string
  rateLimits: boolean
  loadShedding: boolean
  limits: LimitShares
  quotas: Quotas
  /** The session lifetime in seconds, by client. */
  sessionSeconds: { web: number; console: number }
  /**
   * The permissions of users with an unconfirmed email address. With `trade`, they have all permissions. With
   * `browse`, they can neither sell nor hold cars, and their contact details are hidden.
   */
  unconfirmedAddresses: 'trade' | 'browse'
  /** Number of seconds that a car is on hold for a paying buyer. */
  reservationSeconds: number
  /** True if cars of sellers without an active payout account can't be paid for. */
  payoutsRequired: boolean
  /** Number of days after the agreed handover until the money is released without a confirmation. */
  releaseDays: number
  /** Time limit in seconds for receiving a request's headers and its body. Upload bodies are exempt. */
  requestSeconds: number
  /** Number of seconds before an upload must sustain a minimum rate. */
  uploadGraceSeconds: number
  consoleDownloadUrl: string | null
  /** The URLs of NHTSA's recall files, which are downloaded weekly. Empty if none is set. */
  recallsUrls: string[]
  smtpUrl: string | null
  identity: { projectId: string; apiKey: string; authDomain: string; emulatorHost: string | null }
  stripe: {
    secretKey: string
    publishableKey: string
    webhookSecret: string
    /** The signing secret of the event destination for sellers' accounts; null if it is not set. */
    accountWebhookSecret: string | null
    /** The address of the Stripe sandbox. Null connects to the real Stripe API. */
    sandbox: { host: string; port: number } | null
  }
  /** An imgbb-compatible host that uploads are forwarded to, or null to store them on this server. */
  imageHost: { url: string; key: string } | null
  /** The bucket that stores uploads, or null to store them in `DATA_DIR`. */
  imageBucket: BucketSettings | null
  google: { clientId: string; clientSecret: string } | null
  sandbox: SandboxSettings | null
}

interface SandboxSettings {
  stripePort: number
  identityHost: string
  identityPort: number
  isExplicit: boolean
  /** True if the sandbox accepts connections from other machines. `SANDBOX=on` permits them. */
  isOpen: boolean
  /**
   * The secret that the demo accounts' UIDs are derived from. It is generated per data directory and can't
   * be configured, so that it is unique.
   */
  seedSecret: string
}

/**
 * Reads the environment. `.env.example` describes every variable. The mode is live if `FIREBASE_PROJECT_ID`
 * and `STRIPE_SECRET_KEY` are both set, and sandbox otherwise.
 * @throws ConfigError that lists all errors
 */
export function loadConfig(env: Record<string, string | undefined> = process.env): Config {
  const settings = Object.fromEntries(
    settingNames.map((name) => [name, env[name]]).filter(([, value]) => value !== undefined && value !== ''),
  ) as RawSettings
  const parsed = variables.safeParse(settings, { error: () => 'has an invalid value; see .env.example' })
  const issues = parsed.success ? [] : parsed.error.issues
  const live = Boolean(settings.FIREBASE_PROJECT_ID && settings.STRIPE_SECRET_KEY)
  const illFormed = new Set(issues.map((issue) => issue.path[0]))
  const configErrors = [
    ...new Set(issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`)),
    // A variable that already has a format error gets no further errors.
    ...(live ? validateLiveConfig(settings) : validateSandboxConfig(settings)).filter(
      (configError) => !illFormed.has(configError.split(':')[0]),
    ),
  ]
  if (configErrors.length > 0 || !parsed.success) throw new ConfigError(configErrors)
  return live ? liveConfig(parsed.data) : sandboxConfig(parsed.data, settings)
}

const SANDBOX_PROJECT = 'demo-kerblight'
/**
 * Fictitious contact details. RFC 2606 reserves the domain, and the numbers 555-0100 to 555-0199 are reserved
 * for fictional use.
 */
const DEMO_CONTACT: Contact = {
  email: 'hello@kerblight.test',
  phone: '(503) 555-0100',
  hours: 'Monday–Friday, 9 a.m.–5 p.m. PT',
  address: '100 Example Street, Portland, OR 97201',
}

const variables = z.object({
  NODE_ENV: z.string().optional(),
  PORT: port.default(4000),
  HOST: listenHost.optional(),
  PUBLIC_URL: webOrigin.optional(),
  SANDBOX: onOrOff.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: databaseLocation.optional(),
  DATABASE_LISTEN_URL: postgresAddress.optional(),
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
      z.array(
        z
          .string()
          .regex(
            /^(https?|app):\/\/[^/*\s]+$/,
            'must be origins such as https://cars.example, separated by commas',
          ),
      ),
    ),
  TRUST_PROXY: trustedProxies.optional(),
  TOKEN_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  METRICS_PORT: port.optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  RATE_LIMITS: onOrOff.default('on'),
  LOAD_SHEDDING: onOrOff.default('on'),
  LIMITS: limitShares.default(limitShares.parse('')),
  UNPROVEN_ADDRESSES: z.enum(['browse', 'trade'], 'must be browse or trade').optional(),
  RESERVATION_SECONDS: count(86_400).default(900),
  REQUEST_SECONDS: count(300).default(30),
  UPLOAD_GRACE_SECONDS: count(300).default(10),
  SESSION_HOURS: count(24 * 365).default(12),
  CONSOLE_SESSION_DAYS: count(365).default(30),
  SMTP_URL: mailAddress.optional(),
  CONTACT_EMAIL: contactEmail.optional(),
  CONTACT_PHONE: contactPhone.optional(),
  CONTACT_HOURS: createSingleLineField(120).optional(),
  CONTACT_ADDRESS: createSingleLineField(200).optional(),
  FIREBASE_PROJECT_ID: projectId.optional(),
  FIREBASE_API_KEY: key.optional(),
  FIREBASE_AUTH_DOMAIN: hostName.optional(),
  FIREBASE_AUTH_EMULATOR_HOST: loopback.default('127.0.0.1:9099'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w+$/, 'must start with sk_test_, sk_live_, rk_test_, or rk_live_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must start with pk_test_ or pk_live_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w{24,}$/, 'must start with whsec_, followed by at least 24 letters and digits')
    .optional(),
  STRIPE_ACCOUNT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w{24,}$/, 'must start with whsec_, followed by at least 24 letters and digits')
    .optional(),
  STRIPE_TEST_MODE: onOrOff.default('off'),
  PAYOUTS: z.enum(['required', 'optional'], 'must be required or optional').optional(),
  RELEASE_DAYS: count(30).default(3),
  STRIPE_SANDBOX_PORT: port.default(4010),
  IMAGE_HOST_URL: webAddress.optional(),
  IMAGE_HOST_KEY: z.string().optional(),
  IMAGE_S3_BUCKET: bucketName.optional(),
  IMAGE_S3_ENDPOINT: webAddress.optional(),
  IMAGE_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region such as eu-central-1')
    .default('us-east-1'),
  IMAGE_S3_KEY_ID: z.string().optional(),
  IMAGE_S3_SECRET: z.string().optional(),
  CONSOLE_DOWNLOAD_URL: webAddress.optional(),
  RECALLS_URL: downloadAddresses.default([]),
  GOOGLE_DESKTOP_CLIENT_ID: key.optional(),
  GOOGLE_DESKTOP_CLIENT_SECRET: key.optional(),
})

export const settingNames: readonly string[] = Object.keys(variables.shape)

export const settingDefaults: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(variables.shape).flatMap(([name, field]) => {
    const value: unknown = field instanceof z.ZodDefault ? field.def.defaultValue : undefined
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
  }),
)

type Variables = z.output<typeof variables>

function sharedConfig(env: Variables) {
  const dataDir = resolve(env.DATA_DIR)
  const { postgres, file } = env.DATABASE_URL ?? { postgres: null, file: null }
  return {
    port: env.PORT,
    dataDir,
    databaseFile: file
      ? isAbsolute(file) || file === ':memory:'
        ? file
        : resolve(file)
      : join(dataDir, 'kerblight.db'),
    postgres: postgres && {
      ...postgres,
      ...(env.DATABASE_LISTEN_URL && { listenUrl: env.DATABASE_LISTEN_URL.url }),
    },
    backupDir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : join(dataDir, 'backups'),
    corsOrigins: env.CORS_ORIGINS,
    trustProxy: env.TRUST_PROXY ?? (false as const),
    metricsToken: env.METRICS_TOKEN ?? null,
    metricsPort: env.METRICS_PORT ?? null,
    logLevel: env.LOG_LEVEL,
    rateLimits: env.RATE_LIMITS === 'on',
    loadShedding: env.LOAD_SHEDDING === 'on',
    limits: env.LIMITS,
    quotas,
    reservationSeconds: env.RESERVATION_SECONDS,
    releaseDays: env.RELEASE_DAYS,
    requestSeconds: env.REQUEST_SECONDS,
    uploadGraceSeconds: env.UPLOAD_GRACE_SECONDS,
    sessionSeconds: { web: env.SESSION_HOURS * 3600, console: env.CONSOLE_SESSION_DAYS * 86_400 },
    smtpUrl: env.SMTP_URL ?? null,
    consoleDownloadUrl: env.CONSOLE_DOWNLOAD_URL ?? null,
    recallsUrls: env.RECALLS_URL,
    imageHost:
      env.IMAGE_HOST_URL && env.IMAGE_HOST_KEY ? { url: env.IMAGE_HOST_URL, key: env.IMAGE_HOST_KEY } : null,
    imageBucket: env.IMAGE_S3_BUCKET ? buildBucketSettings(env, env.IMAGE_S3_BUCKET) : null,
  }
}

function buildBucketSettings(env: Variables, bucket: string): BucketSettings {
  return {
    bucket,
    endpoint: env.IMAGE_S3_ENDPOINT ?? null,
    region: env.IMAGE_S3_REGION,
    keyId: env.IMAGE_S3_KEY_ID!,
    secret: env.IMAGE_S3_SECRET!,
  }
}

function liveConfig(env: Variables): Config {
  return {
    ...sharedConfig(env),
    mode: 'live',
    unconfirmedAddresses: env.UNPROVEN_ADDRESSES ?? 'browse',
    payoutsRequired: env.PAYOUTS !== 'optional',
    host: env.HOST ?? '0.0.0.0',
    publicUrl: env.PUBLIC_URL!,
    contact: buildContact(env),
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
      accountWebhookSecret: env.STRIPE_ACCOUNT_WEBHOOK_SECRET ?? null,
      sandbox: null,
    },
    google: env.GOOGLE_DESKTOP_CLIENT_ID
      ? { clientId: env.GOOGLE_DESKTOP_CLIENT_ID, clientSecret: env.GOOGLE_DESKTOP_CLIENT_SECRET! }
      : null,
    sandbox: null,
  }
}

function sandboxConfig(env: Variables, settings: RawSettings): Config {
  const shared = sharedConfig(env)
  const secrets = sandboxSecrets(shared.dataDir)
  const [identityHost, identityPort] = env.FIREBASE_AUTH_EMULATOR_HOST.split(':') as [string, string]
  return {
    ...shared,
    mode: 'sandbox',
    // The sandbox sends no email, so its users could not receive a confirmation link.
    unconfirmedAddresses: env.UNPROVEN_ADDRESSES ?? 'trade',
    payoutsRequired: env.PAYOUTS === 'required',
    host: env.HOST ?? '127.0.0.1',
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    contact: hasContact(env) ? buildContact(env) : DEMO_CONTACT,
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
      accountWebhookSecret: null,
      sandbox: { host: '127.0.0.1', port: env.STRIPE_SANDBOX_PORT },
    },
    google: { clientId: 'sandbox-desktop', clientSecret: 'sandbox' },
    sandbox: {
      stripePort: env.STRIPE_SANDBOX_PORT,
      identityHost,
      identityPort: Number(identityPort),
      isExplicit: env.SANDBOX === 'on',
      isOpen: findExposures(settings).length > 0,
      seedSecret: secrets.token,
    },
  }
}

function buildContact(env: Variables): Contact {
  return {
    email: env.CONTACT_EMAIL ?? null,
    phone: env.CONTACT_PHONE ?? null,
    hours: env.CONTACT_HOURS ?? null,
    address: env.CONTACT_ADDRESS ?? null,
  }
}

function hasContact(env: Variables): boolean {
  return Object.values(buildContact(env)).some((value) => value !== null)
}
