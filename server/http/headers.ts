import helmet from 'helmet'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { permissionsPolicy } from '../../contract/permissions-policy.ts'
import type { Config } from '../config/config.ts'

type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void

/** The origin of the console's own page. Its requests carry no ambient credentials. */
const CONSOLE_ORIGIN = 'app://kerblight'

export function securityHeaders(config: Config): Middleware {
  const headers = Object.entries(computeFixedHeaders(config))
  return (_req, res, next) => {
    for (const [name, value] of headers) res.setHeader(name, value)
    next()
  }
}

/**
 * Returns the security headers. They are computed only once, because helmet would rebuild the policy and run
 * a dozen middleware functions for each request.
 */
export function computeFixedHeaders(config: Config): Record<string, string> {
  const headers = new Map<string, string>()
  const recorder = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  }
  createHelmet(config)({} as IncomingMessage, recorder as unknown as ServerResponse, () => {})
  // helmet doesn't support this header.
  headers.set('Permissions-Policy', permissionsPolicy)
  return Object.fromEntries(headers)
}

/**
 * Configures the security headers (owasp.org/www-project-secure-headers). The content security policy allows
 * our own host and those in `GET /config`, and no inline scripts or style elements.
 */
function createHelmet(config: Config): Middleware {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
    // Google's sign-in popup must reach its opener.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    // The console shows our photos from another origin.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    strictTransportSecurity: config.publicUrl.startsWith('https:')
      ? { maxAge: 63_072_000, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    xFrameOptions: { action: 'deny' },
  })
}

function contentSecurityPolicy(config: Config): Record<string, string[]> {
  const self = "'self'"
  const stripe = config.stripe.sandbox
    ? { all: [`http://${config.stripe.sandbox.host}:${config.stripe.sandbox.port}`], api: [], frames: [] }
    : {
        all: ['https://js.stripe.com'],
        api: ['https://api.stripe.com'],
        frames: ['https://hooks.stripe.com'],
      }
  const identity = config.identity.emulatorHost
    ? { scripts: [`http://${config.identity.emulatorHost}`], api: [`http://${config.identity.emulatorHost}`] }
    : {
        scripts: ['https://apis.google.com'],
        api: ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
      }
  const identityFrames = config.identity.emulatorHost
    ? identity.api
    : [`https://${config.identity.authDomain}`]
  // Uploaded photos have the public URL, even if the page was loaded from another of this machine's host
  // names.
  const photoOrigins = [new URL(config.publicUrl).origin, ...pictureHosts(config)]
  return {
    'default-src': ["'none'"],
    'script-src': [self, ...stripe.all, ...identity.scripts],
    // Base UI and embla position floating elements through the CSSOM, which needs no exception.
    'style-src': [self],
    'img-src': [self, 'data:', 'blob:', 'https://lh3.googleusercontent.com', ...photoOrigins],
    'font-src': [self],
    'connect-src': [self, ...stripe.all, ...stripe.api, ...identity.api],
    'frame-src': [...stripe.all, ...stripe.frames, ...identityFrames],
    'manifest-src': [self],
    'worker-src': [self],
    'base-uri': ["'none'"],
    'form-action': [self],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  }
}

/**
 * Returns the origins that serve photos from an external image host. imgbb serves them from a separate host.
 */
export function pictureHosts({ imageHost }: Config): string[] {
  return imageHost ? [new URL(imageHost.url).origin, 'https://i.ibb.co'] : []
}

const EXPOSED_HEADERS = 'Date, ETag, Link, Retry-After, X-Offset, X-Request-Id, X-Session, X-Total-Count'

export function corsHeaders(config: Config): Middleware {
  const allowedOrigins = new Set([...config.corsOrigins, CONSOLE_ORIGIN])
  return (req, res, next) => {
    res.setHeader('Vary', 'Origin')
    const { origin } = req.headers
    if (origin && allowedOrigins.has(origin)) {
      res.setHeader('Access-Control-Allow-Origin', origin)
      res.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS)
      if (req.method === 'OPTIONS' && req.headers['access-control-request-method']) {
        res.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE')
        res.setHeader(
          'Access-Control-Allow-Headers',
          'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match',
        )
        res.setHeader('Access-Control-Max-Age', '7200')
        res.statusCode = 204
        res.end()
        return
      }
    }
    next()
  }
}
