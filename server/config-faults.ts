import { resolve } from 'node:path'
import { readPostgresAddress } from './db/engines/postgres-address.ts'
import { formerSandboxSecrets } from './sandbox-secrets.ts'
import { weaknessOf } from './secret-strength.ts'
import { isThisMachine } from './this-machine.ts'

/** The environment's variables that are set, as text. */
type Given = Readonly<Record<string, string | undefined>>

/** What is wrong with a live configuration beyond the form of each variable, one line each. */
export function liveFaults(given: Given): string[] {
  return [
    ...missing(given),
    ...leftovers(given),
    ...secretFaults(given),
    ...stripeKeyFaults(given),
    ...addressFaults(given),
    ...imageFaults(given),
    ...unencryptedFaults(given),
    ...listenFaults(given),
  ]
}

/** The same of the sandbox. */
export function sandboxFaults(given: Given): string[] {
  return [
    ...halfLive(given),
    ...openings(given),
    ...portFaults(given),
    ...imageFaults(given),
    ...listenFaults(given),
  ]
}

/** Those that hold: `condition && 'NAME: what is wrong'`. */
function list(...faults: (string | false | null | undefined)[]): string[] {
  return faults.filter((fault) => typeof fault === 'string' && fault !== '') as string[]
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

/** What belongs to the sandbox, or to measurements in it. */
function leftovers(given: Given): string[] {
  return list(
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

const GENERATE = 'generate one with `openssl rand -base64 48`'

const secretSources = {
  TOKEN_SECRET: GENERATE,
  METRICS_TOKEN: GENERATE,
  STRIPE_WEBHOOK_SECRET: 'copy the endpoint’s signing secret from the Stripe dashboard',
}

function secretFaults(given: Given): string[] {
  const former = formerSandboxSecrets(resolve(given.DATA_DIR ?? '.data'))
  const faultOf = (secret: string) =>
    former && Object.values(former).includes(secret)
      ? 'is the sandbox’s, from DATA_DIR/secrets.json'
      : weaknessOf(secret.replace(/^whsec_/, ''))
  return list(
    ...Object.entries(secretSources).map(([name, source]) => {
      const fault = given[name] && faultOf(given[name])
      return fault && `${name}: ${fault}; ${source}`
    }),
    given.METRICS_TOKEN &&
      given.METRICS_TOKEN === given.TOKEN_SECRET &&
      `METRICS_TOKEN: is the same as TOKEN_SECRET, which monitors must not know; ${GENERATE}`,
  )
}

/** With test keys nobody pays, and the cars are sold all the same. */
function stripeKeyFaults(given: Given): string[] {
  const [secret, publishable] = [given.STRIPE_SECRET_KEY, given.STRIPE_PUBLISHABLE_KEY].map(
    (key) => key?.split('_')[1],
  )
  const isRehearsal = given.STRIPE_TEST_MODE === 'on'
  return list(
    publishable &&
      publishable !== secret &&
      'STRIPE_PUBLISHABLE_KEY: test and live keys are mixed; use two from the same Stripe mode',
    secret === 'test' &&
      !isRehearsal &&
      'STRIPE_SECRET_KEY: is a test key, so no one would be charged; set a live key, or STRIPE_TEST_MODE=on to rehearse',
    secret === 'live' &&
      isRehearsal &&
      'STRIPE_TEST_MODE: is on with a live key, which charges people; remove it, or set a test key',
  )
}

function addressFaults(given: Given): string[] {
  return list(
    given.PUBLIC_URL?.startsWith('http:') &&
      !isHere(given.PUBLIC_URL) &&
      'PUBLIC_URL: must be https, because Stripe.js refuses other pages',
    Boolean(given.GOOGLE_DESKTOP_CLIENT_ID) !== Boolean(given.GOOGLE_DESKTOP_CLIENT_SECRET) &&
      'GOOGLE_DESKTOP_CLIENT_ID: needs GOOGLE_DESKTOP_CLIENT_SECRET; set both or neither',
  )
}

/** What goes to another machine is encrypted unless it is said that it need not be. */
function unencryptedFaults(given: Given): string[] {
  return list(
    ...['DATABASE_URL', 'DATABASE_LISTEN_URL'].map((name) => {
      const host = hostAway(given[name] ?? '')
      return (
        host &&
        `${name}: would send customers’ data to ${host} without encryption; add ?sslmode=verify-full, or ?sslmode=disable where the network is yours alone`
      )
    }),
  )
}

/** The other machine that an address of Postgres leads to, where it says nothing of encryption. */
function hostAway(place: string): string | null {
  const url = /^postgres(ql)?:/i.test(place) ? URL.parse(place) : null
  const host = url?.searchParams.get('host') ?? url?.hostname ?? ''
  const isAway = host !== '' && !host.startsWith('/') && !isThisMachine(host)
  return isAway && !url?.searchParams.has('sslmode') ? host : null
}

function listenFaults({ DATABASE_URL: place = '', DATABASE_LISTEN_URL: listen }: Given): string[] {
  return list(
    listen &&
      readPostgresAddress(place) === null &&
      'DATABASE_LISTEN_URL: goes with a DATABASE_URL of Postgres; remove it, or set that',
  )
}

const NEEDED_WITH_BUCKET = ['IMAGE_S3_KEY_ID', 'IMAGE_S3_SECRET']

function imageFaults(given: Given): string[] {
  const { IMAGE_S3_BUCKET: bucket } = given
  const idle = ['IMAGE_S3_ENDPOINT', 'IMAGE_S3_REGION', ...NEEDED_WITH_BUCKET].find((name) => given[name])
  return list(
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
  return list(
    given.FIREBASE_PROJECT_ID && 'FIREBASE_PROJECT_ID: needs STRIPE_SECRET_KEY; set both or neither',
    given.STRIPE_SECRET_KEY && 'STRIPE_SECRET_KEY: needs FIREBASE_PROJECT_ID; set both or neither',
    given.SANDBOX === 'off' &&
      'SANDBOX: is off, but FIREBASE_PROJECT_ID and STRIPE_SECRET_KEY are not both set; set them for a live installation',
  )
}

const SANDBOX_IS_OPEN =
  'this is the sandbox, where anyone can sign in as anyone. For a live installation, set FIREBASE_PROJECT_ID and ' +
  'STRIPE_SECRET_KEY; if you do want the sandbox, set SANDBOX=on'

/** What only measurements and tests may switch off. */
const switches = ['RATE_LIMITS', 'LOAD_SHEDDING'] as const

/** What tells that others are to reach this Kerblight, whose live settings have then been forgotten. */
function openings(given: Given): string[] {
  const { HOST, PUBLIC_URL, NODE_ENV, SANDBOX } = given
  const openSwitches = NODE_ENV === 'production' ? switches.filter((name) => given[name] === 'off') : []
  const open = list(
    HOST && !isThisMachine(HOST) && `HOST: ${HOST} lets other machines in, but ${SANDBOX_IS_OPEN}`,
    PUBLIC_URL &&
      !isHere(PUBLIC_URL) &&
      `PUBLIC_URL: ${PUBLIC_URL} is not on this machine, but ${SANDBOX_IS_OPEN}`,
    NODE_ENV === 'production' && `NODE_ENV: is production, but ${SANDBOX_IS_OPEN}`,
  )
  return list(
    ...(SANDBOX === 'on' ? [] : open),
    ...openSwitches.map((name) => `${name}: cannot be off in production`),
  )
}

/** True of what is no address, too: its form is refused elsewhere. */
function isHere(address: string): boolean {
  const url = URL.parse(address)
  return url === null || isThisMachine(url.hostname)
}

function portFaults(given: Given): string[] {
  const web = given.PORT ?? '4000'
  const stripe = given.STRIPE_SANDBOX_PORT ?? '4010'
  const identity = (given.FIREBASE_AUTH_EMULATOR_HOST ?? '127.0.0.1:9099').split(':')[1]
  return list(
    stripe === web && 'STRIPE_SANDBOX_PORT: must be a different port from PORT',
    (identity === web || identity === stripe) &&
      'FIREBASE_AUTH_EMULATOR_HOST: must be a different port from PORT and STRIPE_SANDBOX_PORT',
  )
}
