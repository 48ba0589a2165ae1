import { BlockList, isIP } from 'node:net'
import * as z from 'zod'

/**
 * The schema of a value for Express's `trust proxy`: a hop count, or a list of addresses, ranges, and names
 * of common ranges.
 * A client in a trusted range can claim any source address. A range with addresses that anyone can obtain
 * would therefore defeat every per-address limit, so it is rejected. Other rules check a hop count together
 * with HOST, which determines who can connect.
 */
export const trustedProxies = z.string().transform((value, ctx): string[] | number => {
  if (/^\d+$/.test(value)) return parseHops(value, ctx)
  const list = value.split(',').map((address) => address.trim())
  for (const range of list) {
    if (!isRange(range))
      ctx.addIssue(`"${range}" is not a hop count, an IP address, or a range such as 10.0.0.0/8`)
    else if (isPubliclyAvailable(range))
      ctx.addIssue(
        `${range} includes addresses outside your network; list your own proxies, in public ranges no wider than /${MIN_PREFIX.ipv4} (IPv4) or /${MIN_PREFIX.ipv6} (IPv6)`,
      )
  }
  return list
})

const MAX_HOPS = 8

const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal'])

/**
 * The shortest accepted prefixes of public ranges. Proxy networks have ranges up to this size. Wider ranges
 * belong to networks of end users.
 */
const MIN_PREFIX = { ipv4: 12, ipv6: 28 }

/** Ranges that no outside client can connect from (RFC 6890). */
const PRIVATE_RANGES = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
].map(parseRange)

/**
 * IPv6 ranges whose last 32 bits may be any IPv4 address (RFC 4291, RFC 6052, RFC 8215, RFC 4380). The 6to4
 * range, 2002::/16, is not listed. The bits that `MIN_PREFIX` covers contain its IPv4 address.
 */
const IPV4_EMBEDDING = ['::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2001::/32'].map(parseRange)

/** Reports whether a host is an IP address that cannot be reached from outside. */
export function isPrivate(host: string): boolean {
  return isIP(host) !== 0 && PRIVATE_RANGES.some((outer) => isWithin(parseRange(host), outer))
}

function parseHops(value: string, ctx: z.RefinementCtx): number {
  const hops = Number(value)
  if (hops > MAX_HOPS)
    ctx.addIssue(
      `${value} hops would trust addresses that clients set themselves; set the number of your proxies, at most ${MAX_HOPS}`,
    )
  return hops
}

function isRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true
  const [address = '', mask, ...rest] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)]!
  return (
    rest.length === 0 && bits > 0 && (mask === undefined || (/^\d{1,3}$/.test(mask) && Number(mask) <= bits))
  )
}

interface Range {
  address: string
  family: 'ipv4' | 'ipv6'
  prefix: number
}

function parseRange(text: string): Range {
  const [address = '', mask] = text.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return { address, family, prefix: mask === undefined ? (family === 'ipv6' ? 128 : 32) : Number(mask) }
}

function isPubliclyAvailable(text: string): boolean {
  if (NAMED_RANGES.has(text)) return false
  const range = parseRange(text)
  if (PRIVATE_RANGES.some((outer) => isWithin(range, outer))) return false
  if (
    range.family === 'ipv6' &&
    IPV4_EMBEDDING.some((outer) => startsIn(range, outer) || startsIn(outer, range))
  )
    return range.prefix - 96 < MIN_PREFIX.ipv4
  return range.prefix < MIN_PREFIX[range.family]
}

function isWithin(range: Range, outer: Range): boolean {
  return range.family === outer.family && range.prefix >= outer.prefix && startsIn(range, outer)
}

function startsIn({ address, family }: Range, outer: Range): boolean {
  const list = new BlockList()
  list.addSubnet(outer.address, outer.prefix, outer.family)
  return list.check(address, family)
}
