type Handler = (request: Request) => Response | Promise<Response>

/** The schemes registered through `protocol.handle`, with their handlers. */
export const handledSchemes = new Map<string, Handler>()

/*
 * A stock Chromium does not support our schemes. In Chromium, `app://kerblight/x` is therefore represented as
 * `https://kerblight.app.invalid/x`. This is a separate https origin in a domain that never resolves.
 */

export function toWire(address: string): string {
  const [, scheme = '', authority, remainder] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(address) ?? []
  if (!handledSchemes.has(scheme)) return address
  return `https://${authority || 'local'}.${scheme}.invalid${remainder || '/'}`
}

export function fromWire(address: string): string {
  if (address.startsWith('blob:')) return `blob:${fromWire(address.slice('blob:'.length))}`
  const [, authority, scheme = '', remainder] =
    /^https:\/\/([^/?#]+)\.([a-z0-9+-]+)\.invalid(.*)$/i.exec(address) ?? []
  return handledSchemes.has(scheme) ? `${scheme}://${authority}${remainder}` : address
}

/**
 * Returns a URL's origin as the app sees it, for example `app://kerblight`. `new URL().origin` would return
 * `null` for such a URL.
 */
export function parseOrigin(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(address)?.[0] ?? 'null'
}

export function parseScheme(address: string): string {
  return address.slice(0, address.indexOf(':'))
}

/**
 * Reports whether a navigation to the URL makes a request that can be intercepted. `mailto:` and similar
 * schemes make no request.
 */
export function isRequested(address: string): boolean {
  return (
    /^(https?|file|javascript|about)$/.test(parseScheme(address)) || handledSchemes.has(parseScheme(address))
  )
}
