import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'
import { isThisMachine } from '../system/this-machine.ts'

type Settings = Pick<Config, 'metricsToken' | 'publicUrl' | 'trustProxy'>

/**
 * Reports whether the caller holds `METRICS_TOKEN`, or is a process on this machine that forwards no one's
 * request. If the server is reachable from other machines, local processes need the token, too. Otherwise, a
 * proxy that does not identify its client would look like a local process.
 */
export function isOperator(config: Settings, req: IncomingMessage): boolean {
  return (isOnlyHere(config) && isLocal(req)) || holdsToken(config.metricsToken, req.headers.authorization)
}

function isOnlyHere({ publicUrl, trustProxy }: Settings): boolean {
  return trustProxy === false && isThisMachine(new URL(publicUrl).hostname)
}

const LOCAL_ADDRESSES = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/

/**
 * Reports whether a request comes from a loopback address, names a loopback host, and was not forwarded. The
 * host check detects pages whose own domain resolves to this machine (DNS rebinding).
 */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  if (!LOCAL_ADDRESSES.includes(socket.remoteAddress ?? '')) return false
  return LOCAL_NAME.test(headers.host ?? '') && !Object.keys(headers).some((name) => FORWARDED.test(name))
}

function holdsToken(token: string | null, authorization: string | undefined): boolean {
  const given = Buffer.from(authorization ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return token !== null && given.length === wanted.length && timingSafeEqual(given, wanted)
}
