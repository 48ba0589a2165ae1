import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'
import { isThisMachine } from '../system/this-machine.ts'

type Settings = Pick<Config, 'metricsToken' | 'publicUrl' | 'trustProxy'>

/**
 * Reports whether the caller has `METRICS_TOKEN`, or is a local process that forwards no other client's
 * request. If other machines can reach the server, local processes also need the token. Otherwise, a proxy
 * that does not identify its client would look like a local process.
 */
export function isOperator(config: Settings, req: IncomingMessage): boolean {
  return (
    (isOnlyReachableLocally(config) && isLocal(req)) ||
    hasToken(config.metricsToken, req.headers.authorization)
  )
}

function isOnlyReachableLocally({ publicUrl, trustProxy }: Settings): boolean {
  return trustProxy === false && isThisMachine(new URL(publicUrl).hostname)
}

const LOCAL_ADDRESSES = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const FORWARDING_HEADER = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/

/**
 * Reports whether a request comes from a loopback address, names a loopback host, and was not forwarded. The
 * host check detects DNS rebinding: pages whose own domain resolves to this machine.
 */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (!LOCAL_ADDRESSES.includes(socket.remoteAddress ?? '')) return false
  return (
    LOCAL_NAME.test(headers.host ?? '') && !Object.keys(headers).some((name) => FORWARDING_HEADER.test(name))
  )
}

function hasToken(token: string | null, authorization: string | undefined): boolean {
  const providedHeader = Buffer.from(authorization ?? '')
  const expectedHeader = Buffer.from(`Bearer ${token}`)
  return (
    token !== null &&
    providedHeader.length === expectedHeader.length &&
    timingSafeEqual(providedHeader, expectedHeader)
  )
}
