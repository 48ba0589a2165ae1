import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { MAX_UPLOAD_BYTES } from '../../../contract/images.ts'
import { isPublicAddress } from './public-address.ts'
import { HostUnreachableError, PhotoFetchError, type WebPhotos } from './web-photos.ts'

export interface WebPhotoOptions {
  /** The IP addresses of the name servers. Defaults to the name servers of the system. */
  nameServers?: readonly string[]
  resolve?(host: string): Promise<LookupAddress[]>
  isPublic?(address: string): boolean
  /** Reports whether a URL's port is allowed. `port` is empty if it is the protocol's default. */
  isPortAllowed?(port: string): boolean
  timeoutMs?: number
}

const TIMEOUT_MS = 20_000
/** The time limit for one DNS response in milliseconds. c-ares sends a query up to `LOOKUP_TRIES` times. */
const LOOKUP_TIMEOUT_MS = 2_000
const LOOKUP_TRIES = 2
const USE_PUBLIC_ADDRESS = 'Use an address that anyone can open in a browser.'
const USE_PHOTO_ADDRESS = 'Use the address of the photo itself.'
const NO_RESPONSE = 'This photo’s host didn’t answer.'
const IMPORT_AGAIN = 'Import the file again later.'

/**
 * Creates a client that looks up a host's IP addresses once, checks all of them, and connects to one of them.
 * It is safe even if the name resolves to a different address a moment later.
 */
export function createWebPhotos(options: WebPhotoOptions = {}): WebPhotos {
  const {
    nameServers,
    resolve = (host) => resolveHost(resolver, host),
    isPublic = isPublicAddress,
    isPortAllowed = (port) => port === '',
    timeoutMs = TIMEOUT_MS,
  } = options

  const resolver = new Resolver({ timeout: LOOKUP_TIMEOUT_MS, tries: LOOKUP_TRIES })
  if (nameServers) resolver.setServers(nameServers)

  /** The lookups in progress by host. Photos from the same host share one lookup. */
  const lookups = new Map<string, Promise<LookupAddress[]>>()

  function lookUp(host: string): Promise<LookupAddress[]> {
    const pending = lookups.get(host)
    if (pending) return pending
    const lookup = resolve(host).finally(() => lookups.delete(host))
    lookups.set(host, lookup)
    return lookup
  }

  async function findAddress({ hostname, port }: URL, signal: AbortSignal): Promise<LookupAddress> {
    if (!isPortAllowed(port) || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
      throw new PhotoFetchError('This address isn’t that of a website.', USE_PUBLIC_ADDRESS)
    const addresses = await unlessAborted(lookUp(hostname), signal)
    const [firstAddress] = addresses
    if (!firstAddress || !addresses.every(({ address }) => isPublic(address)))
      throw new PhotoFetchError('This address isn’t on the public internet.', USE_PUBLIC_ADDRESS)
    return firstAddress
  }

  async function requestPhoto(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    try {
      return await sendRequest(url, await findAddress(url, signal), signal)
    } catch (error) {
      if (error instanceof PhotoFetchError || isReset(error)) throw error
      throw new HostUnreachableError(NO_RESPONSE, IMPORT_AGAIN, error)
    }
  }

  return {
    async fetchPhoto(address, signal) {
      const fetchSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      try {
        return await readBody(await requestPhoto(new URL(address), fetchSignal))
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof PhotoFetchError) throw error
        throw new PhotoFetchError(NO_RESPONSE, IMPORT_AGAIN, error)
      }
    },
  }
}

/**
 * Reports whether a connection was reset. The host may still be reachable: a busy server may reset one
 * connection and serve the next.
 */
function isReset(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ECONNRESET'
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    work.then(resolve, reject)
  })
}

/**
 * Sends a request for the URL to the given address.
 * @param target the IP address to connect to, even if the host name now resolves to a different address
 */
function sendRequest(url: URL, target: LookupAddress, signal: AbortSignal): Promise<IncomingMessage> {
  const options: RequestOptions = {
    lookup: (_host, { all }, done) =>
      all ? done(null, [target]) : done(null, target.address, target.family),
    agent: false,
    signal,
    headers: { Accept: 'image/webp,image/png,image/jpeg', 'User-Agent': 'Kerblight' },
  }
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request(url, options, resolve).once('error', reject).end()
  })
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  try {
    const { statusCode = 0 } = response
    if (statusCode >= 300 && statusCode < 400)
      throw new PhotoFetchError('This address leads to another one.', USE_PHOTO_ADDRESS)
    if (statusCode !== 200)
      throw new PhotoFetchError(`This photo’s host answered with ${statusCode}.`, 'Check the address.')
    return await readBounded(response)
  } finally {
    response.destroy()
  }
}

async function readBounded(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let received = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    received += chunk.length
    if (received > MAX_UPLOAD_BYTES)
      throw new PhotoFetchError('This photo is larger than 10 MB.', 'Use a smaller one.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Returns all IP addresses of a host according to DNS, IPv4 first. Unlike `getaddrinfo`, this does not use
 * the process's thread pool, where an unresponsive name server would delay other lookups. `/etc/hosts` is not
 * read, because names that exist only on this machine are not on the public internet.
 * @throws the resolver's error if it finds no address of either family
 */
async function resolveHost(
  resolver: Pick<Resolver, 'resolve4' | 'resolve6'>,
  host: string,
): Promise<LookupAddress[]> {
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  if (ipv4.status === 'rejected' && ipv6.status === 'rejected') throw ipv4.reason
  return [...toAddresses(ipv4, 4), ...toAddresses(ipv6, 6)]
}

function toAddresses(lookup: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return lookup.status === 'fulfilled' ? lookup.value.map((address) => ({ address, family })) : []
}
