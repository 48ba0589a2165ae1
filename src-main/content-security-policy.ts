import type { PublicConfig } from '../contract/config.ts'
import { isOnThisMachine } from '../contract/web-address.ts'

/**
 * The policy of every answer on `app://`: our own files, and the API, picture and identity hosts to talk to. No script
 * from elsewhere: the console takes no card and opens no popup. Before an API is chosen there is nobody to talk to.
 * @param config the API's settings, where they are known
 */
export function contentSecurityPolicy(apiOrigin: string | null, config: PublicConfig | null): string {
  const api = apiOrigin === null ? [] : [apiOrigin]
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...unique([...api, ...pictureHosts(config)])],
    'connect-src': ["'self'", ...api, ...(apiOrigin === null ? [] : identityHosts(apiOrigin, config))],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/** Uploads are named by the web's address, other hosts' pictures by theirs. */
function pictureHosts(config: PublicConfig | null): string[] {
  return [
    'https://lh3.googleusercontent.com',
    ...(config === null ? [] : [config.publicUrl, ...config.images.hosts]),
  ]
}

/** Firebase's, or the API's identity emulator; one on this machine may have a port that it alone knows. */
function identityHosts(apiOrigin: string, config: PublicConfig | null): string[] {
  const emulator = config?.identity.emulatorUrl ?? null
  if (emulator !== null) return [emulator]
  return config === null && isOnThisMachine(new URL(apiOrigin))
    ? ['http://127.0.0.1:*', 'http://localhost:*']
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}

function unique(values: string[]): string[] {
  return [...new Set(values)]
}
