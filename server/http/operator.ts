import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Config } from '../config.ts'

/** Whether a process on this machine asks, for itself, or the holder of `METRICS_TOKEN`. */
export function isOperator(config: Pick<Config, 'metricsToken'>, req: IncomingMessage): boolean {
  return isLocal(req) || holdsToken(config.metricsToken, req.headers.authorization)
}

const LOCAL_ADDRESSES = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i
const FORWARDED = /^(forwarded|via|x-real-ip|x-forwarded-.*)$/

/**
 * From a loopback address, to a loopback name, and passed on by nobody. The name tells a page that has a domain of its
 * own point here (DNS rebinding), and a proxy on this machine that says nothing of whom it speaks for.
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
