import { lookup } from 'node:dns/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWebPhotos, type WebPhotoOptions } from '../../server/gateways/web-photos/fetch-photo.ts'
import { HostUnreachableError } from '../../server/gateways/web-photos/web-photos.ts'
import { respondWith, neverReply, startNameServer } from '../support/name-server.ts'
import { isPublicAddress } from '../../server/gateways/web-photos/public-address.ts'

const handlers: Record<string, RequestListener> = {
  '/1.jpg': (_req, res) => res.end('a photo'),
  '/moved.jpg': (_req, res) => res.writeHead(302, { Location: '/1.jpg' }).end(),
  '/gone.jpg': (_req, res) => res.writeHead(404).end(),
  '/endless.jpg': (_req, res) => {
    const piece = Buffer.alloc(1024 * 1024)
    const writeMore = () => {
      while (!res.destroyed && res.write(piece));
      res.once('drain', writeMore)
    }
    writeMore()
  },
  '/silent.jpg': () => {},
}

let host: Server
let requested: string[] = []
beforeAll(async () => {
  host = createServer((req, res) => {
    requested.push(`${req.headers.host} ${req.url}`)
    handlers[req.url!]!(req, res)
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
})
afterAll(() => {
  host.closeAllConnections()
  host.close()
})

const port = () => (host.address() as AddressInfo).port
const resolveLocally = async () => [{ address: '127.0.0.1', family: 4 }]
const never = new AbortController().signal

/** Fetches a photo with the real code, except that this machine counts as public and any port is allowed. */
function fetchPhoto(path: string, options: WebPhotoOptions = {}) {
  requested = []
  const pictures = createWebPhotos({
    resolve: resolveLocally,
    isPublic: (address) => address === '127.0.0.1',
    isPortAllowed: () => true,
    ...options,
  })
  return pictures.fetchPhoto(`http://photos.test:${port()}${path}`, never)
}

it('fetches a photo from its host’s IP address', async () => {
  expect((await fetchPhoto('/1.jpg')).toString()).toBe('a photo')
  expect(requested).toEqual([`photos.test:${port()} /1.jpg`])
})

it('connects to the IP address that was checked, even if the name then resolves to another', async () => {
  let lookups = 0
  const resolve = async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  expect((await fetchPhoto('/1.jpg', { resolve })).toString()).toBe('a photo')
  expect(lookups).toBe(1)
})

describe('a host lookup', () => {
  it('uses the configured name servers, once for photos that are fetched concurrently', async () => {
    const names = await startNameServer(respondWith('127.0.0.1'))
    const pictures = createWebPhotos({
      nameServers: [names.address],
      isPublic: () => true,
      isPortAllowed: () => true,
    })
    const address = `http://photos.test:${port()}/1.jpg`
    const photos = await Promise.all([
      pictures.fetchPhoto(address, never),
      pictures.fetchPhoto(address, never),
    ])
    expect(photos.map(String)).toEqual(['a photo', 'a photo'])
    // The host causes one query for IPv4 and one for IPv6.
    expect(names.requested).toEqual(['photos.test', 'photos.test'])
    await names.close()
  })

  it('does not delay other lookups of the process if its name server never responds', async () => {
    const names = await startNameServer(neverReply)
    const pictures = createWebPhotos({ nameServers: [names.address] })
    const abortController = new AbortController()
    const endedFetches: string[] = []
    // More lookups than the process's thread pool has threads.
    const pending = Array.from({ length: 8 }, async (_, index) => {
      await expect(
        pictures.fetchPhoto(`https://silent-${index}.test/1.jpg`, abortController.signal),
      ).rejects.toThrow('over')
      endedFetches.push('a photo')
    })
    await names.waitForRequests(16)
    await lookup('localhost')
    endedFetches.push('the other lookup')
    abortController.abort(new Error('over'))
    await Promise.all(pending)
    expect(endedFetches[0]).toBe('the other lookup')
    await names.close()
  })

  it('fails once its name server has timed out twice', { timeout: 20_000 }, async () => {
    const names = await startNameServer(neverReply)
    const pictures = createWebPhotos({ nameServers: [names.address] })
    await expect(pictures.fetchPhoto('https://silent.test/1.jpg', never)).rejects.toThrow(
      HostUnreachableError,
    )
    // The host causes two queries for IPv4 and two for IPv6.
    expect(names.requested).toHaveLength(4)
    await names.close()
  })
})

describe('a request', () => {
  const rejectedHosts: [string, WebPhotoOptions][] = [
    ['the name resolves to this machine', { isPublic: isPublicAddress }],
    [
      'one of its addresses is private',
      { resolve: async () => [...(await resolveLocally()), { address: '10.0.0.1', family: 4 }] },
    ],
    ['the name does not resolve', { resolve: async () => [] }],
  ]
  it.each(rejectedHosts)('is not sent if %s', async (_, options) => {
    await expect(fetchPhoto('/1.jpg', options)).rejects.toMatchObject({ name: 'PhotoFetchError' })
    expect(requested).toEqual([])
  })

  it('is not sent to a port other than the protocol’s default', async () => {
    requested = []
    const pictures = createWebPhotos({ resolve: resolveLocally, isPublic: () => true })
    const address = `http://photos.test:${port()}/1.jpg`
    await expect(pictures.fetchPhoto(address, never)).rejects.toMatchObject({ name: 'PhotoFetchError' })
    expect(requested).toEqual([])
  })

  it.each(['127.0.0.1', '[::1]', '2130706433', '0x7f.1'])(
    'is not sent to the numeric address %s',
    async (number) => {
      requested = []
      const pictures = createWebPhotos({
        resolve: resolveLocally,
        isPublic: () => true,
        isPortAllowed: () => true,
      })
      const address = `http://${number}:${port()}/1.jpg`
      await expect(pictures.fetchPhoto(address, never)).rejects.toMatchObject({ name: 'PhotoFetchError' })
      expect(requested).toEqual([])
    },
  )
})

it.each([
  ['/moved.jpg', /leads to another/],
  ['/gone.jpg', /404/],
  ['/endless.jpg', /larger than 10 MB/],
])('rejects %s', async (path, message) => {
  await expect(fetchPhoto(path)).rejects.toThrow(message)
  expect(requested).toHaveLength(1)
})

it('fails after its time limit', async () => {
  await expect(fetchPhoto('/silent.jpg', { timeoutMs: 100 })).rejects.toThrow(/didn’t answer/)
})

describe('an IP address', () => {
  it.each(['8.8.8.8', '168.63.129.15', '151.101.1.69', '2606:4700::6810:84e5', '2a00:1450:4001::1'])(
    'is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '168.63.129.16',
    '169.254.169.254',
    '172.31.255.255',
    '192.168.1.1',
    '198.19.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '2001:db8::1',
    '2001::1',
    '2002:7f00:1::',
  ])('is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})
