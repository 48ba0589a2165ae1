import type { Express } from 'express'
import type { IncomingMessage } from 'node:http'
import proxyAddress from 'proxy-addr'

/** As Express' `req.ip`, for what stands before it: the first address, from here outwards, that is no trusted proxy's. */
export function clientAddressOf(app: Express): (req: IncomingMessage) => string {
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  return (req) => {
    // A connection that is gone has no address.
    const near = req.socket.remoteAddress ?? ''
    return req.headers['x-forwarded-for'] === undefined ? near : (proxyAddress(req, isTrusted) ?? near)
  }
}
