import { faultList, type Given } from './config-fault-list.ts'
import { isSandboxSecret } from './sandbox-secrets.ts'
import { weaknessOf } from './secret-strength.ts'

const GENERATE = 'generate one with `openssl rand -base64 48`'

/** The secrets that are judged, and where one gets another. */
const sources = {
  TOKEN_SECRET: GENERATE,
  METRICS_TOKEN: GENERATE,
  STRIPE_WEBHOOK_SECRET: 'copy the endpoint’s signing secret from the Stripe dashboard',
}

const judged = Object.keys(sources)

/** What is wrong with the secrets of a live configuration, one line each. */
export function secretFaults(given: Given): string[] {
  return faultList(
    ...Object.entries(sources).map(([name, source]) => {
      const secret = given[name]
      const fault = secret && (faultOf(secret) ?? sharing(name, secret, given))
      return fault && `${name}: ${fault}; ${source}`
    }),
  )
}

function faultOf(secret: string): string | null {
  return isSandboxSecret(secret) ? 'is a sandbox’s' : weaknessOf(secret.replace(/^whsec_/, ''))
}

/** What is shorter may stand in a secret by chance. */
const TELLING = 8

/** Another setting is for other eyes: monitors', an email server's, or everybody's. */
function sharing(name: string, secret: string, given: Given): string | null {
  // Of two that are judged the later one has the fault.
  const later = judged.slice(judged.indexOf(name))
  const others = Object.entries(given).filter(([other]) => !later.includes(other))
  const shared = others.find(([, value = '']) => isShared(secret, value))
  return shared ? `shares its value with ${shared[0]}` : null
}

function isShared(secret: string, value: string): boolean {
  const own = secret.replace(/^whsec_/, '')
  return value.length >= TELLING && (value.includes(own) || secret.includes(value))
}
