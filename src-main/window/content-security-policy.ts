import type { PublicConfig } from '../../contract/config.ts'

/**
 * The policy of every answer on `app://`: our own files, the API to talk to, and the hosts of pictures. No script from
 * elsewhere: the console takes no card and opens no popup. The identity service is main's to talk to. Before an API is
 * chosen there is nobody.
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

/** Uploads are named by the web's address, other hosts' pictures by theirs. */
function pictureHosts(config: PublicConfig | null): string[] {
  return [
    'https://lh3.googleusercontent.com',
    ...(config === null ? [] : [config.publicUrl, ...config.images.hosts]),
  ]
}

function unique(values: string[]): string[] {
  return [...new Set(values)]
}
