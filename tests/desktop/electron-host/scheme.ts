type Handler = (request: Request) => Response | Promise<Response>

/** The schemes that `protocol.handle` answers. */
export const handledSchemes = new Map<string, Handler>()

/*
 * A stock Chromium knows no schemes of ours. `app://kerblight/x` goes over its wire as
 * `https://kerblight.app.invalid/x`: an https origin of its own, in a domain that never resolves.
 */

export function toWire(address: string): string {
  const [, scheme = '', authority, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/i.exec(address) ?? []
  if (!handledSchemes.has(scheme)) return address
  return `https://${authority || 'local'}.${scheme}.invalid${rest || '/'}`
}

export function fromWire(address: string): string {
  if (address.startsWith('blob:')) return `blob:${fromWire(address.slice('blob:'.length))}`
  const [, authority, scheme = '', rest] =
    /^https:\/\/([^/?#]+)\.([a-z0-9+-]+)\.invalid(.*)$/i.exec(address) ?? []
  return handledSchemes.has(scheme) ? `${scheme}://${authority}${rest}` : address
}

/** The origin as the app knows it: `app://kerblight`, where `new URL().origin` says `null`. */
export function originOf(address: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(address)?.[0] ?? 'null'
}

export function schemeOf(address: string): string {
  return address.slice(0, address.indexOf(':'))
}

/** Whether a navigation there makes a request, where it can be stopped; `mailto:` and the like make none. */
export function isRequested(address: string): boolean {
  return /^(https?|file|javascript|about)$/.test(schemeOf(address)) || handledSchemes.has(schemeOf(address))
}
