import { dropEmptyErrors, type RawSettings } from './config-error.ts'
import { isHere, isThisMachine } from '../system/this-machine.ts'

const SANDBOX_IS_OPEN =
  'this is the sandbox, where anyone can sign in as anyone. For a live installation, set FIREBASE_PROJECT_ID and ' +
  'STRIPE_SECRET_KEY; if you do want the sandbox, set SANDBOX=on'

/** The features that may be turned off only for benchmarks and tests. */
const switches = ['RATE_LIMITS', 'LOAD_SHEDDING'] as const

/**
 * Returns signs that other machines can reach a sandbox, or that the operator meant to run a live
 * installation and forgot its settings.
 */
export function findExposures(settings: RawSettings): string[] {
  const { HOST, PUBLIC_URL, NODE_ENV, STRIPE_PUBLISHABLE_KEY, TRUST_PROXY } = settings
  return dropEmptyErrors(
    HOST && !isThisMachine(HOST) && `HOST: ${HOST} accepts connections from other machines`,
    PUBLIC_URL && !isHere(PUBLIC_URL) && `PUBLIC_URL: ${PUBLIC_URL} is not on this machine`,
    isProduction(settings) && `NODE_ENV: is ${NODE_ENV!.trim()}`,
    STRIPE_PUBLISHABLE_KEY?.startsWith('pk_live_') && 'STRIPE_PUBLISHABLE_KEY: is a live key',
    TRUST_PROXY &&
      forwardsRemoteRequests(TRUST_PROXY) &&
      `TRUST_PROXY: ${TRUST_PROXY} accepts forwarded requests from other machines`,
  )
}

/**
 * Returns a sandbox's configuration errors: exposures, unless `SANDBOX=on` is set, and limits that are
 * disabled in production.
 */
export function exposureErrors(settings: RawSettings): string[] {
  const exposures = settings.SANDBOX === 'on' ? [] : findExposures(settings)
  const disabledSwitches = isProduction(settings) ? switches.filter((name) => settings[name] === 'off') : []
  return [
    ...exposures.map((exposure) => `${exposure}, but ${SANDBOX_IS_OPEN}`),
    ...disabledSwitches.map((name) => `${name}: cannot be off in production`),
  ]
}

/**
 * Reports whether `NODE_ENV` is anything other than development or test, such as `prod`, `live`, or
 * `staging`.
 */
function isProduction({ NODE_ENV = '' }: RawSettings): boolean {
  return !['', 'development', 'test'].includes(NODE_ENV.trim().toLowerCase())
}

/** Reports whether a trusted proxy runs on another machine, or is given only as a hop count. */
function forwardsRemoteRequests(proxies: string): boolean {
  const remoteProxies = proxies.split(',').filter((proxy) => {
    const [address = ''] = proxy.trim().split('/')
    return address !== 'loopback' && !isThisMachine(address)
  })
  return proxies !== '0' && remoteProxies.length > 0
}
