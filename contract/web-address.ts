import * as z from 'zod'

const MAX_LENGTH = 300
const TOO_LONG = `must have at most ${MAX_LENGTH} characters`

/**
 * A host as a certificate or a hosts file names one, or an address of the network. URLs take more than that, such as
 * `*` and quotes, which mean something in a content security policy.
 */
const HOST = /^(?:[a-z\d-]+(?:\.[a-z\d-]+)*|\[[\da-f:.]+\])(?::\d+)?$/

/** An http or https address without a user's name in it, or null. */
export function parseWebAddress(address: string): URL | null {
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return url.username === '' && url.password === '' && HOST.test(url.host) ? url : null
}

/** Whether a request to this address cannot leave this machine. */
export function isOnThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** An origin, as browsers write it: `https://cars.example`. */
export const webOrigin = parsed('an origin such as https://cars.example', (url) =>
  isBare(url) && url.pathname === '/' ? url.origin : null,
)

/** The origin of a stand-in that runs beside the one who asks. */
export const loopbackOrigin = parsed('an origin on this machine', (url) =>
  isBare(url) && url.pathname === '/' && isOnThisMachine(url) ? url.origin : null,
)

/** A script that a stand-in on this machine serves. */
export const loopbackScript = parsed('a script on this machine', (url) =>
  isBare(url) && isOnThisMachine(url) && /^[\w./-]*$/.test(url.pathname) ? url.href : null,
)

/** A host without its scheme: `cars.firebaseapp.com`. */
export const hostName = z
  .string()
  .max(MAX_LENGTH, TOO_LONG)
  .regex(HOST, 'must be a host such as cars.example')

/** Reads as `z.string()` of what `take` makes of the address; whatever it makes null is refused. */
function parsed(what: string, take: (url: URL) => string | null) {
  return z
    .string()
    .max(MAX_LENGTH, TOO_LONG)
    .transform((value, ctx) => {
      const url = parseWebAddress(value)
      const taken = url === null ? null : take(url)
      if (taken === null) ctx.addIssue(`must be ${what}`)
      return taken ?? ''
    })
    .pipe(z.string())
}

function isBare({ search, hash }: URL): boolean {
  return search === '' && hash === ''
}
