import { isOnThisMachine } from './api-origin.ts'

/**
 * The policy of every answer on `app://`: our own files, and the API and identity hosts to talk to. No
 * script from elsewhere: the console takes no card and opens no popup.
 */
export function contentSecurityPolicy(apiOrigin: string): string {
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', apiOrigin, 'https://lh3.googleusercontent.com'],
    'connect-src': ["'self'", apiOrigin, ...identityHosts(apiOrigin)],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/** An API on this machine has its identity emulator there too, on a port that it alone knows. */
function identityHosts(apiOrigin: string): string[] {
  return isOnThisMachine(new URL(apiOrigin))
    ? ['http://127.0.0.1:*', 'http://localhost:*']
    : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com']
}
