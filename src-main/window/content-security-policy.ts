import type { PublicConfig } from '../../contract/config.ts'

/**
 * Builds the content security policy of every `app://` response. It allows our own files, the API, and the
 * image hosts. Scripts from elsewhere are blocked, because the console takes no card payments and opens no
 * popups. Only the main process calls the identity service. Until an API is chosen, no API is allowed.
 * @param config the API's settings, if they are known
 */
export function contentSecurityPolicy(apiOrigin: string | null, config: PublicConfig | null): string {
  const api = apiOrigin === null ? [] : [apiOrigin]
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...unique([...api, ...pictureHosts(config)])],
    'connect-src': ["'self'", ...api],
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

/** Returns the website's origin for uploads, and the hosts of all other photos. */
function pictureHosts(config: PublicConfig | null): string[] {
  return [
    'https://lh3.googleusercontent.com',
    ...(config === null ? [] : [config.publicUrl, ...config.images.hosts]),
  ]
}

function unique(values: string[]): string[] {
  return [...new Set(values)]
}
