import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/**
 * Reports whether a host can be reached only from this machine: 127/8, `::1` (in brackets or not),
 * `localhost`, and its subdomains (RFC 6761).
 */
export function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1')
  const version = isIP(name)
  if (version === 0) return /^(.+\.)?localhost$/i.test(name)
  return loopback.check(name, version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Reports whether a URL refers to this machine. Invalid URLs also count, because other checks reject them.
 */
export function isHere(address: string): boolean {
  const url = URL.parse(address)
  return url === null || isThisMachine(url.hostname)
}
