import { compact, type Given } from './config-error.ts'
import { limitShares, sharesBeyond } from './config-fields.ts'
import { secretErrors } from './config-secrets.ts'
import { readPostgresAddress } from './postgres-address.ts'
import { exposureErrors } from './sandbox-exposures.ts'
import { isHere, isThisMachine } from '../system/this-machine.ts'
import { isPrivate } from './trusted-proxies.ts'

/**
 * Returns the errors of a live configuration that the checks of the individual variables can't find, one per
 * line.
 */
export function validateLiveConfig(given: Given): string[] {
  return [
    ...missing(given),
    ...leftovers(given),
    ...secretErrors(given),
    ...stripeKeyErrors(given),
    ...addressErrors(given),
    ...limitErrors(given),
    ...hopErrors({ HOST: '0.0.0.0', ...given }),
    ...imageErrors(given),
    ...encryptionErrors(given),
    ...listenErrors(given),
  ]
}

/**
 * Returns the errors of a sandbox configuration that the checks of the individual variables can't find, one
 * per line.
 */
export function validateSandboxConfig(given: Given): string[] {
  return [
    ...halfLive(given),
    ...exposureErrors(given),
    ...hopErrors({ HOST: '127.0.0.1', ...given }),
    ...portErrors(given),
    ...imageErrors(given),
    ...listenErrors(given),
  ]
}

const NEEDED_LIVE = [
  'FIREBASE_API_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TOKEN_SECRET',
  'PUBLIC_URL',
  'SMTP_URL',
]

function missing(given: Given): string[] {
  return NEEDED_LIVE.filter((name) => !given[name]).map(
    (name) => `${name}: is required with FIREBASE_PROJECT_ID and STRIPE_SECRET_KEY`,
  )
}

/** Returns an error for each setting that is only meant for the sandbox, or for measurements in it. */
function leftovers(given: Given): string[] {
  return compact(
    given.SANDBOX === 'on' &&
      'SANDBOX: on does not go with FIREBASE_PROJECT_ID and STRIPE_SECRET_KEY; remove it, or those two',
    given.FIREBASE_AUTH_EMULATOR_HOST &&
      'FIREBASE_AUTH_EMULATOR_HOST: the emulator does not go with a live project; remove one of the two',
    given.FIREBASE_PROJECT_ID?.startsWith('demo-') &&
      'FIREBASE_PROJECT_ID: demo- projects exist only in the emulator',
    given.RATE_LIMITS === 'off' &&
      'RATE_LIMITS: cannot be off in a live installation; remove it, and set LIMITS if you need different ones',
    given.LOAD_SHEDDING === 'off' && 'LOAD_SHEDDING: cannot be off in a live installation; remove it',
  )
}

/** Returns the errors in the Stripe keys. With test keys, cars would be sold without anyone paying. */
function stripeKeyErrors(given: Given): string[] {
  const [secret, publishable] = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY].map(
    (key) => key?.split('_')[1],
  )
  const isStripeTestMode = given.STRIPE_TEST_MODE === 'on'
  return compact(
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

function addressErrors(given: Given): string[] {
  return compact(
    given.PUBLIC_URL &&
      URL.parse(given.PUBLIC_URL)?.protocol === 'http:' &&
      !isHere(given.PUBLIC_URL) &&
      'PUBLIC_URL: must be https, because Stripe.js refuses other pages',
    Boolean(given.GOOGLE_DESKTOP_CLIENT_ID) !== Boolean(given.GOOGLE_DESKTOP_CLIENT_SECRET) &&
      'GOOGLE_DESKTOP_CLIENT_ID: needs GOOGLE_DESKTOP_CLIENT_SECRET; set both or neither',
  )
}

/**
 * The highest allowed multiple of the contract's limits. A limit above it would have no effect in practice.
 */
const MOST_TIMES = 100

function limitErrors({ LIMITS = '' }: Given): string[] {
  const { data: set } = limitShares.safeParse(LIMITS)
  const endless = set ? sharesBeyond(MOST_TIMES, set) : []
  return compact(
    endless.length > 0 &&
      `LIMITS: ${endless.join(', ')} would be over ${MOST_TIMES} times the original limit, which is no limit; set a lower value`,
  )
}

/**
 * Returns an error if a hop count is set while the host accepts outside connections. A hop count trusts any
 * client that can connect, so only proxies may be able to connect.
 */
function hopErrors({ TRUST_PROXY: hops = '', HOST: host = '' }: Given): string[] {
  const isOpen = /^[1-9]\d*$/.test(hops) && !isThisMachine(host) && !isPrivate(host)
  return compact(
    isOpen &&
      `TRUST_PROXY: ${hops} trusts any client, and with HOST=${host} any machine can connect; name your proxies instead (loopback, uniquelocal, or their addresses), or set HOST to an address that only they reach`,
  )
}

/**
 * Returns an error for each unencrypted connection to another machine, unless its URL explicitly disables
 * encryption.
 */
function encryptionErrors(given: Given): string[] {
  return compact(
    ...['DATABASE_URL', 'DATABASE_LISTEN_URL'].map((name) => {
      const host = hostAway(given[name] ?? '')
      return (
        host &&
        `${name}: would send customers’ data to ${host} without encryption; add ?sslmode=verify-full, or ?sslmode=disable if the network is private`
      )
    }),
  )
}

/**
 * Returns the host of a Postgres URL that is on another machine and has no encryption setting; null for any
 * other database.
 */
function hostAway(place: string): string | null {
  const url = /^postgres(ql)?:/i.test(place) ? URL.parse(place) : null
  const host = url?.searchParams.get('host') ?? url?.hostname ?? ''
  const isAway = host !== '' && !host.startsWith('/') && !isThisMachine(host)
  return isAway && !url?.searchParams.has('sslmode') ? host : null
}

function listenErrors({ DATABASE_URL: place = '', DATABASE_LISTEN_URL: listen }: Given): string[] {
  return compact(
    listen &&
      readPostgresAddress(place) === null &&
      'DATABASE_LISTEN_URL: goes with a DATABASE_URL of Postgres; remove it, or set that',
  )
}

const NEEDED_WITH_BUCKET = ['IMAGE_S3_KEY_ID', 'IMAGE_S3_SECRET']

function imageErrors(given: Given): string[] {
  const { IMAGE_S3_BUCKET: bucket } = given
  const idle = ['IMAGE_S3_ENDPOINT', 'IMAGE_S3_REGION', ...NEEDED_WITH_BUCKET].find((name) => given[name])
  return compact(
    given.IMAGE_HOST_URL && !given.IMAGE_HOST_KEY && 'IMAGE_HOST_KEY: is required with IMAGE_HOST_URL',
    given.IMAGE_HOST_URL &&
      bucket &&
      'IMAGE_S3_BUCKET: can’t be combined with IMAGE_HOST_URL; remove one of the two',
    !bucket && idle && `IMAGE_S3_BUCKET: is required with ${idle}`,
    ...NEEDED_WITH_BUCKET.map(
      (name) => bucket && !given[name] && `${name}: is required with IMAGE_S3_BUCKET`,
    ),
  )
}

function halfLive(given: Given): string[] {
  return compact(
    given.FIREBASE_PROJECT_ID && 'FIREBASE_PROJECT_ID: needs STRIPE_SECRET_KEY; set both or neither',
    given.STRIPE_SECRET_KEY && 'STRIPE_SECRET_KEY: needs FIREBASE_PROJECT_ID; set both or neither',
    given.SANDBOX === 'off' &&
      'SANDBOX: is off, but FIREBASE_PROJECT_ID and STRIPE_SECRET_KEY are not both set; set them for a live installation',
  )
}

function portErrors(given: Given): string[] {
  const web = given.PORT ?? '4000'
  const stripe = given.STRIPE_SANDBOX_PORT ?? '4010'
  const identity = (given.FIREBASE_AUTH_EMULATOR_HOST ?? '127.0.0.1:9099').split(':')[1]
  return compact(
    stripe === web && 'STRIPE_SANDBOX_PORT: must be a different port from PORT',
    (identity === web || identity === stripe) &&
      'FIREBASE_AUTH_EMULATOR_HOST: must be a different port from PORT and STRIPE_SANDBOX_PORT',
  )
}
