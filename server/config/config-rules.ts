import { dropEmptyErrors, type RawSettings } from './config-error.ts'
import { limitShares, listSharesBeyond } from './config-fields.ts'
import { secretErrors } from './config-secrets.ts'
import { readPostgresAddress } from './postgres-address.ts'
import { exposureErrors } from './sandbox-exposures.ts'
import { isHere, isThisMachine } from '../system/this-machine.ts'
import { isPrivate } from './trusted-proxies.ts'

/** Returns the errors of a live configuration that depend on several variables, one per line. */
export function validateLiveConfig(settings: RawSettings): string[] {
  return [
    ...missingErrors(settings),
    ...sandboxSettingErrors(settings),
    ...secretErrors(settings),
    ...stripeKeyErrors(settings),
    ...addressErrors(settings),
    ...limitErrors(settings),
    ...hopErrors({ HOST: '0.0.0.0', ...settings }),
    ...imageErrors(settings),
    ...encryptionErrors(settings),
    ...listenErrors(settings),
  ]
}

/** Returns the errors of a sandbox configuration that depend on several variables, one per line. */
export function validateSandboxConfig(settings: RawSettings): string[] {
  return [
    ...partiallyLiveErrors(settings),
    ...exposureErrors(settings),
    ...hopErrors({ HOST: '127.0.0.1', ...settings }),
    ...portErrors(settings),
    ...imageErrors(settings),
    ...listenErrors(settings),
  ]
}

const REQUIRED_LIVE = [
  'FIREBASE_API_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TOKEN_SECRET',
  'PUBLIC_URL',
  'SMTP_URL',
]

function missingErrors(settings: RawSettings): string[] {
  return REQUIRED_LIVE.filter((name) => !settings[name]).map(
    (name) => `${name}: is required with FIREBASE_PROJECT_ID and STRIPE_SECRET_KEY`,
  )
}

function sandboxSettingErrors(settings: RawSettings): string[] {
  return dropEmptyErrors(
    settings.SANDBOX === 'on' &&
      'SANDBOX: cannot be on with FIREBASE_PROJECT_ID and STRIPE_SECRET_KEY; remove SANDBOX, or remove both of them',
    settings.FIREBASE_AUTH_EMULATOR_HOST &&
      'FIREBASE_AUTH_EMULATOR_HOST: cannot be combined with FIREBASE_PROJECT_ID; remove one of the two',
    settings.FIREBASE_PROJECT_ID?.startsWith('demo-') &&
      'FIREBASE_PROJECT_ID: is a demo- project, which exists only in the emulator; use a real project',
    settings.RATE_LIMITS === 'off' &&
      'RATE_LIMITS: cannot be off in a live installation; remove it, and set LIMITS to change the limits',
    settings.LOAD_SHEDDING === 'off' && 'LOAD_SHEDDING: cannot be off in a live installation; remove it',
  )
}

/** Returns the errors in the Stripe keys. With test keys, cars would be sold without payment. */
function stripeKeyErrors(settings: RawSettings): string[] {
  const [secret, publishable] = [settings.STRIPE_SECRET_KEY, settings.STRIPE_PUBLISHABLE_KEY].map(
    (key) => key?.split('_')[1],
  )
  const isStripeTestMode = settings.STRIPE_TEST_MODE === 'on'
  return dropEmptyErrors(
    publishable &&
      publishable !== secret &&
      'STRIPE_PUBLISHABLE_KEY: test and live keys are mixed; use two from the same Stripe mode',
    secret === 'test' &&
      !isStripeTestMode &&
      'STRIPE_SECRET_KEY: is a test key, so no one would be charged; set a live key, or STRIPE_TEST_MODE=on to rehearse',
    secret === 'live' &&
      isStripeTestMode &&
      'STRIPE_TEST_MODE: is on with a live key, which charges people; remove it, or set a test key',
  )
}

function addressErrors(settings: RawSettings): string[] {
  return dropEmptyErrors(
    settings.PUBLIC_URL &&
      URL.parse(settings.PUBLIC_URL)?.protocol === 'http:' &&
      !isHere(settings.PUBLIC_URL) &&
      'PUBLIC_URL: must be https, because Stripe.js refuses other pages',
    Boolean(settings.GOOGLE_DESKTOP_CLIENT_ID) !== Boolean(settings.GOOGLE_DESKTOP_CLIENT_SECRET) &&
      'GOOGLE_DESKTOP_CLIENT_ID: needs GOOGLE_DESKTOP_CLIENT_SECRET; set both or neither',
  )
}

/** The highest allowed multiple of the contract's limits. A higher limit would have no effect in practice. */
const MAX_FACTOR = 100

function limitErrors({ LIMITS = '' }: RawSettings): string[] {
  const { data: shares } = limitShares.safeParse(LIMITS)
  const excessiveShares = shares ? listSharesBeyond(MAX_FACTOR, shares) : []
  return dropEmptyErrors(
    excessiveShares.length > 0 &&
      `LIMITS: ${excessiveShares.join(', ')} would exceed ${MAX_FACTOR} times the default; set a lower value`,
  )
}

/**
 * Returns an error if a hop count is set while the host accepts outside connections. A hop count trusts every
 * client that can connect, so only proxies may be able to.
 */
function hopErrors({ TRUST_PROXY: hops = '', HOST: host = '' }: RawSettings): string[] {
  const isOpen = /^[1-9]\d*$/.test(hops) && !isThisMachine(host) && !isPrivate(host)
  return dropEmptyErrors(
    isOpen &&
      `TRUST_PROXY: ${hops} trusts any client, and with HOST=${host} any machine can connect; name your proxies instead (loopback, uniquelocal, or their addresses), or set HOST to an address that only they reach`,
  )
}

/**
 * Returns an error for each unencrypted connection to another machine, unless its URL explicitly disables
 * encryption.
 */
function encryptionErrors(settings: RawSettings): string[] {
  return dropEmptyErrors(
    ...['DATABASE_URL', 'DATABASE_LISTEN_URL'].map((name) => {
      const host = findUnencryptedHost(settings[name] ?? '')
      return (
        host &&
        `${name}: would send customers’ data to ${host} without encryption; add ?sslmode=verify-full, or ?sslmode=disable if the network is private`
      )
    }),
  )
}

/**
 * Returns the host of a Postgres URL without an encryption setting if it is another machine, or else null.
 */
function findUnencryptedHost(address: string): string | null {
  const url = /^postgres(ql)?:/i.test(address) ? URL.parse(address) : null
  const host = url?.searchParams.get('host') ?? url?.hostname ?? ''
  const isRemote = host !== '' && !host.startsWith('/') && !isThisMachine(host)
  return isRemote && !url?.searchParams.has('sslmode') ? host : null
}

function listenErrors({
  DATABASE_URL: databaseUrl = '',
  DATABASE_LISTEN_URL: listenUrl,
}: RawSettings): string[] {
  return dropEmptyErrors(
    listenUrl &&
      readPostgresAddress(databaseUrl) === null &&
      'DATABASE_LISTEN_URL: requires a Postgres DATABASE_URL; set DATABASE_URL, or remove it',
  )
}

const REQUIRED_WITH_BUCKET = ['IMAGE_S3_KEY_ID', 'IMAGE_S3_SECRET']

function imageErrors(settings: RawSettings): string[] {
  const { IMAGE_S3_BUCKET: bucket } = settings
  const bucketSetting = ['IMAGE_S3_ENDPOINT', 'IMAGE_S3_REGION', ...REQUIRED_WITH_BUCKET].find(
    (name) => settings[name],
  )
  return dropEmptyErrors(
    settings.IMAGE_HOST_URL && !settings.IMAGE_HOST_KEY && 'IMAGE_HOST_KEY: is required with IMAGE_HOST_URL',
    settings.IMAGE_HOST_URL &&
      bucket &&
      'IMAGE_S3_BUCKET: can’t be combined with IMAGE_HOST_URL; remove one of the two',
    !bucket && bucketSetting && `IMAGE_S3_BUCKET: is required with ${bucketSetting}`,
    ...REQUIRED_WITH_BUCKET.map(
      (name) => bucket && !settings[name] && `${name}: is required with IMAGE_S3_BUCKET`,
    ),
  )
}

function partiallyLiveErrors(settings: RawSettings): string[] {
  return dropEmptyErrors(
    settings.FIREBASE_PROJECT_ID && 'FIREBASE_PROJECT_ID: needs STRIPE_SECRET_KEY; set both or neither',
    settings.STRIPE_SECRET_KEY && 'STRIPE_SECRET_KEY: needs FIREBASE_PROJECT_ID; set both or neither',
    settings.SANDBOX === 'off' &&
      'SANDBOX: is off, but FIREBASE_PROJECT_ID and STRIPE_SECRET_KEY are not both set; set them for a live installation',
  )
}

function portErrors(settings: RawSettings): string[] {
  const web = settings.PORT ?? '4000'
  const stripe = settings.STRIPE_SANDBOX_PORT ?? '4010'
  const identity = (settings.FIREBASE_AUTH_EMULATOR_HOST ?? '127.0.0.1:9099').split(':')[1]
  return dropEmptyErrors(
    stripe === web && 'STRIPE_SANDBOX_PORT: must be a different port from PORT',
    (identity === web || identity === stripe) &&
      'FIREBASE_AUTH_EMULATOR_HOST: must be a different port from PORT and STRIPE_SANDBOX_PORT',
  )
}
