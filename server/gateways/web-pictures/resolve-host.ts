import type { LookupAddress } from 'node:dns'
import type { Resolver } from 'node:dns/promises'

/**
 * Returns all addresses of a host according to DNS, IPv4 first. The queries do not use `getaddrinfo`, whose lookups share
 * the thread pool of the process: a name server that never answers delays no other lookup. `/etc/hosts` is not read,
 * because names that exist only on this machine are not on the public internet.
 * @throws the resolver's error if neither address family has an answer
 */
export async function resolveHost(
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'>,
  host: string,
): Promise<LookupAddress[]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
  return [...toAddresses(ipv4, 4), ...toAddresses(ipv6, 6)]
}

function toAddresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
}
