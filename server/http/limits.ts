import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { LimitClass } from '../../contract/api/limits.ts'
import { createRateLimitProblem } from '../../contract/api/problems.ts'
import type { Config } from '../config/config.ts'
import type { Actor } from '../actor.ts'
import type { AddCounts, Count } from '../db/engines/shared-counts.ts'
import { networkOf } from './client-address.ts'

/** The subject of a count: the signed-in user or, for an anonymous call, the IP address. */
interface LimitSubject {
  ip: string
  actor: Pick<Actor, 'id' | 'isSeller'> | null
}

export interface Limits {
  /**
   * Counts a request. Anonymous callers are counted by IP address. If the limit class is only for signed-in
   * users, an anonymous request counts as an anonymous read.
   * @throws ProblemError `too-many-requests` with `Retry-After` once the class limit is reached
   */
  take(limit: LimitClass, subject: LimitSubject): Promise<void>
  /**
   * Exchanges counts with the other processes: reports the requests counted here since the last call, and
   * adds theirs to the same limits.
   */
  share(exchangeCounts: AddCounts): Promise<void>
}

interface UnreportedCount extends Count {
  id: string
  limiter: RateLimiterMemory
}

/**
 * Creates the rate limits.
 * @param isShared true if other processes share these limits. `share` must then be called periodically.
 */
export function createLimits(
  { rateLimits, limits: classes }: Pick<Config, 'rateLimits' | 'limits'>,
  { isShared = false } = {},
): Limits {
  if (!rateLimits) return { take: async () => {}, share: async () => {} }
  const limiters = new Map<string, RateLimiterMemory>()
  let unreported = new Map<string, UnreportedCount>()

  function getLimiter(limit: LimitClass, kind: 'ip' | 'user' | 'seller', points: number): RateLimiterMemory {
    const key = `${limit}:${kind}`
    let existing = limiters.get(key)
    if (!existing) {
      existing = new RateLimiterMemory({ keyPrefix: key, points, duration: classes[limit].seconds })
      limiters.set(key, existing)
    }
    return existing
  }

  function takeFrom(limiter: RateLimiterMemory, id: string) {
    if (isShared) recordUnreported(limiter, id)
    return limiter.consume(id)
  }

  function recordUnreported(limiter: RateLimiterMemory, id: string): void {
    const key = `${limiter.keyPrefix}:${id}`
    const count = unreported.get(key)
    if (count) count.points++
    else unreported.set(key, { key, points: 1, seconds: limiter.duration, id, limiter })
  }

  /**
   * Adds the other processes' requests to the local count. Local requests made since the query began are not
   * part of `total`.
   */
  async function countOtherProcesses({ key, id, limiter }: UnreportedCount, total: number): Promise<void> {
    const counted = await limiter.get(id)
    if (!counted) return
    const otherPoints = total - counted.consumedPoints + (unreported.get(key)?.points ?? 0)
    if (otherPoints > 0) await limiter.penalty(id, otherPoints)
  }

  function takeForUser(limit: LimitClass, { id, isSeller }: NonNullable<LimitSubject['actor']>) {
    const kind = isSeller && classes[limit].seller ? 'seller' : 'user'
    return takeFrom(getLimiter(limit, kind, classes[limit][kind]!), id)
  }

  function takeForAddress(limit: LimitClass, ip: string) {
    return takeFrom(getLimiter(limit, 'ip', classes[limit].ip!), networkOf(ip))
  }

  return {
    take(limit, { ip, actor }) {
      const consumption = actor
        ? takeForUser(limit, actor)
        : takeForAddress(classes[limit].ip ? limit : 'R0', ip)
      return consumption.then(ignore, rejectCall)
    },
    async share(exchangeCounts) {
      const reported = unreported
      unreported = new Map()
      if (reported.size === 0) return
      const totals = await exchangeCounts([...reported.values()])
      for (const count of reported.values()) await countOtherProcesses(count, totals.get(count.key) ?? 0)
    },
  }
}

function ignore(): void {}

function rejectCall(rejection: unknown): never {
  if (!(rejection instanceof RateLimiterRes)) throw rejection
  throw createRateLimitProblem(rejection.msBeforeNext)
}
