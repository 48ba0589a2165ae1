import * as z from 'zod'

const MAX_LENGTH = 300
const TOO_LONG = `must have at most ${MAX_LENGTH} characters`

/**
 * A host as named in a certificate or a hosts file, or an IP address. URLs allow other characters, such as
 * `*` and quotes, which have a meaning in a content security policy.
 */
const HOST = /^(?:[a-z\d-]+(?:\.[a-z\d-]+)*|\[[\da-f:.]+\])(?::\d+)?$/

/** Parses an http or https address without credentials; returns null for other addresses. */
export function parseWebAddress(address: string): URL | null {
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return url.username === '' && url.password === '' && HOST.test(url.host) ? url : null
}

/** Reports whether a request to this address can't leave this machine. */
export function isOnThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** An origin in the browsers' format, such as `https://cars.example`. */
export const webOrigin = parsed('an origin such as https://cars.example', (url) =>
  isBare(url) && url.pathname === '/' ? url.origin : null,
)

/** The origin of a stand-in that runs on the same machine as its client. */
export const loopbackOrigin = parsed('an origin on this machine', (url) =>
  isBare(url) && url.pathname === '/' && isOnThisMachine(url) ? url.origin : null,
)

/** The address of a script that is served by a stand-in on this machine. */
export const loopbackScript = parsed('a script on this machine', (url) =>
  isBare(url) && isOnThisMachine(url) && /^[\w./-]*$/.test(url.pathname) ? url.href : null,
)

/** A host without its scheme, such as `cars.firebaseapp.com`. */
export const hostName = z
  .string()
  .max(MAX_LENGTH, TOO_LONG)
  .regex(HOST, 'must be a host such as cars.example')

/**
 * Builds a string schema that replaces an address with the result of `take`. An address for which `take`
 * returns null is rejected.
 */
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
