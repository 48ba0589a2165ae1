import { BlockList, isIPv4 } from 'node:net'

/**
 * Reports whether an IP address belongs to the public internet (IANA's special-purpose address registries).
 * The addresses of this machine or its network, of cloud platform services, and IPv6 addresses that embed an
 * IPv4 address do not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialRanges.check(address, 'ipv4')
  return publicRanges.check(address, 'ipv6') && !specialRanges.check(address, 'ipv6')
}

/** The IPv6 addresses that may be public. All others are local or contain an IPv4 address. */
const publicRanges = new BlockList()
publicRanges.addSubnet('2000::', 3, 'ipv6')

const specialRanges = new BlockList()
const ranges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Azure's platform services (WireServer) are reachable only from inside a virtual machine.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]
for (const range of ranges) {
  const [network, prefix] = range.split('/') as [string, string]
  specialRanges.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6')
}
