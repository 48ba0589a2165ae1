import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config/config.ts'
import { isThisMachine } from '../system/this-machine.ts'

type Settings = Pick<Config, 'metricsToken' | 'publicUrl' | 'trustProxy'>

/**
 * Whether the holder of `METRICS_TOKEN` asks, or a process on this machine for itself. Where others come in, that needs
 * the token as well: a proxy that says nothing of whom it speaks for looks like a process of this machine.
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
 * From a loopback address, to a loopback name, and passed on by nobody. The name tells a page that has a domain of its
 * own point here (DNS rebinding).
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
