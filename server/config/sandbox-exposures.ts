import { compact, type Given } from './config-error.ts'
import { isHere, isThisMachine } from '../system/this-machine.ts'

const SANDBOX_IS_OPEN =
  'this is the sandbox, where anyone can sign in as anyone. For a live installation, set FIREBASE_PROJECT_ID and ' +
  'STRIPE_SECRET_KEY; if you do want the sandbox, set SANDBOX=on'

/** The features that only benchmarks and tests may switch off. */
const switches = ['RATE_LIMITS', 'LOAD_SHEDDING'] as const

/**
 * Returns the signs that other machines can reach a sandbox, or that the installation was meant to be live.
 * In the latter case, the operator probably forgot the live settings.
 */
export function findExposures(given: Given): string[] {
  const { HOST, PUBLIC_URL, NODE_ENV, STRIPE_PUBLISHABLE_KEY, TRUST_PROXY } = given
  return compact(
    HOST && !isThisMachine(HOST) && `HOST: ${HOST} lets other machines in`,
    PUBLIC_URL && !isHere(PUBLIC_URL) && `PUBLIC_URL: ${PUBLIC_URL} is not on this machine`,
    isProduction(given) && `NODE_ENV: is ${NODE_ENV!.trim()}`,
    STRIPE_PUBLISHABLE_KEY?.startsWith('pk_live_') && 'STRIPE_PUBLISHABLE_KEY: is a live key',
    TRUST_PROXY &&
      forwardsRemoteRequests(TRUST_PROXY) &&
      `TRUST_PROXY: ${TRUST_PROXY} brings in other machines’ requests`,
  )
}

/**
 * Returns the configuration errors of a sandbox. It reports exposures unless `SANDBOX=on` is set, and limits
 * that are disabled in production.
 */
export function exposureErrors(given: Given): string[] {
  const open = given.SANDBOX === 'on' ? [] : findExposures(given)
  const off = isProduction(given) ? switches.filter((name) => given[name] === 'off') : []
  return [
    ...open.map((opening) => `${opening}, but ${SANDBOX_IS_OPEN}`),
    ...off.map((name) => `${name}: cannot be off in production`),
  ]
}

/**
 * Reports whether `NODE_ENV` is set to anything other than development or test, such as `prod`, `live`, or
 * `staging`.
 */
function isProduction({ NODE_ENV = '' }: Given): boolean {
  return !['', 'development', 'test'].includes(NODE_ENV.trim().toLowerCase())
}

/** Reports whether a trusted proxy runs on another machine, or is specified only as a hop count. */
function forwardsRemoteRequests(proxies: string): boolean {
  const remoteProxies = proxies.split(',').filter((proxy) => {
    const [address = ''] = proxy.trim().split('/')
    return address !== 'loopback' && !isThisMachine(address)
  })
  return proxies !== '0' && remoteProxies.length > 0
}
