import * as z from 'zod'

const MAX_LENGTH = 300
const TOO_LONG = `must have at most ${MAX_LENGTH} characters`

/**
 * A host name as in a certificate or a hosts file, or an IP address. URLs also allow characters such as `*`
 * and quotes, which have a special meaning in a content security policy.
 */
const HOST = /^(?:[a-z\d-]+(?:\.[a-z\d-]+)*|\[[\da-f:.]+\])(?::\d+)?$/

/** Parses an HTTP or HTTPS URL without credentials. Returns null for any other string. */
export function parseWebAddress(address: string): URL | null {
  const url = URL.parse(address)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null
  return url.username === '' && url.password === '' && HOST.test(url.host) ? url : null
}

/** Reports whether requests to a URL always stay on this machine. */
export function isOnThisMachine({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** An origin in the format that browsers use, such as `https://cars.example`. */
export const webOrigin = parsed('an origin such as https://cars.example', (url) =>
  isBare(url) && url.pathname === '/' ? url.origin : null,
)

/** The origin of a stand-in on the client's own machine. */
export const loopbackOrigin = parsed('an origin on this machine', (url) =>
  isBare(url) && url.pathname === '/' && isOnThisMachine(url) ? url.origin : null,
)

/** The URL of a script from a sandbox service on this machine. */
export const loopbackScript = parsed('a script on this machine', (url) =>
  isBare(url) && isOnThisMachine(url) && /^[\w./-]*$/.test(url.pathname) ? url.href : null,
)

/** A host without its scheme, such as `cars.firebaseapp.com`. */
export const hostName = z
  .string()
  .max(MAX_LENGTH, TOO_LONG)
  .regex(HOST, 'must be a host such as cars.example')

/**
 * Builds a string schema that replaces a URL with the result of `convert`. If the result is null, the URL is
 * rejected.
 */
function parsed(what: string, convert: (url: URL) => string | null) {
  return z
    .string()
    .max(MAX_LENGTH, TOO_LONG)
    .transform((value, ctx) => {
      const url = parseWebAddress(value)
      const converted = url === null ? null : convert(url)
      if (converted === null) ctx.addIssue(`must be ${what}`)
      return converted ?? ''
    })
    .pipe(z.string())
}

function isBare({ search, hash }: URL): boolean {
  return search === '' && hash === ''
}
