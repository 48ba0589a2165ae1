import type { Express } from 'express'
import type { IncomingMessage } from 'node:http'

/** As Express' `req.ip`, for what stands before it: the first address, from here outwards, that is no trusted proxy's. */
export function clientAddressOf(app: Express): (req: IncomingMessage) => string {
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  return ({ headers, socket: { remoteAddress = '' } }) => {
    const forwarded = headers['x-forwarded-for']
    if (!forwarded) return remoteAddress
    const outwards = [
      remoteAddress,
      ...String(forwarded)
        .split(',')
        .map((part) => part.trim())
        .reverse(),
    ]
    const last = outwards.length - 1
    return outwards.find((address, hop) => hop === last || !isTrusted(address, hop)) ?? remoteAddress
  }
}
