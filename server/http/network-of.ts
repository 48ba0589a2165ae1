import type { IncomingMessage } from 'node:http'
import type { Express } from 'express'
import proxyAddress from 'proxy-addr'

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Returns the network that an IP address is counted for. An IPv4 address counts on its own, even if mapped
 * into IPv6. An IPv6 address counts as its /64, because that is what one household or machine is assigned.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(ip)?.[1]
  if (mapped) return mapped
  const [head = '', tail] = ip.toLowerCase().split('::', 2)
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0')
  const network = [...left, ...zeros, ...right].slice(0, NETWORK_GROUPS)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/**
 * Returns a function that works like Express' `req.ip`, for listeners that run before Express. It returns the
 * first IP address, starting from this server, that is not a trusted proxy's.
 */
export function clientAddressOf(app: Express): (req: IncomingMessage) => string {
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  return (req) => {
    // A closed connection has no IP address.
    const near = req.socket.remoteAddress ?? ''
    return req.headers['x-forwarded-for'] === undefined ? near : (proxyAddress(req, isTrusted) ?? near)
  }
}
