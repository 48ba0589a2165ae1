import type { IncomingMessage } from 'node:http'
import type { Express } from 'express'
import proxyAddress from 'proxy-addr'

const GROUPS = 8
const NETWORK_GROUPS = 4

/**
 * Returns the network for counting requests from an IP address. An IPv4 address is counted
 * separately, even if it is mapped into IPv6. An IPv6 address is counted as its /64, the usual assignment to
 * one household or machine.
 */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mappedIpv4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(ip)?.[1]
  if (mappedIpv4) return mappedIpv4
  const [start = '', end] = ip.toLowerCase().split('::', 2)
  const leadingGroups = start.split(':').filter(Boolean)
  const trailingGroups = end?.split(':').filter(Boolean) ?? []
  const zeros = Array<string>(Math.max(0, GROUPS - leadingGroups.length - trailingGroups.length)).fill('0')
  const network = [...leadingGroups, ...zeros, ...trailingGroups].slice(0, NETWORK_GROUPS)
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}

/**
 * Returns the equivalent of Express' `req.ip` for listeners that run before Express: the IP address nearest
 * to this server that does not belong to a trusted proxy.
 */
export function createAddressReader(app: Express): (req: IncomingMessage) => string {
  const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  return (req) => {
    // A closed connection has no IP address.
    const peerAddress = req.socket.remoteAddress ?? ''
    return req.headers['x-forwarded-for'] === undefined
      ? peerAddress
      : (proxyAddress(req, isTrusted) ?? peerAddress)
  }
}
