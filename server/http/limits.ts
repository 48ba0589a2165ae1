import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { LimitClass } from '../../contract/api/limits.ts'
import { tooManyRequests } from '../../contract/api/problems.ts'
import type { Config } from '../config/config.ts'
import type { Actor } from '../actor.ts'
import type { AddCounts, Count } from '../db/engines/shared-counts.ts'
import { networkOf } from './network-of.ts'

/** The subject that a request is counted for: the signed-in user or, without one, the IP address. */
interface LimitSubject {
  ip: string
  actor: Pick<Actor, 'id' | 'isSeller'> | null
}

export interface Limits {
  /**
   * Counts a request. Callers who are not signed in are counted by IP address. If the limit class is only for
   * signed-in users, their request counts as an anonymous read.
   * @throws ProblemError `too-many-requests` with `Retry-After` once the allowance of the class is used up
   */
  take(limit: LimitClass, subject: LimitSubject): Promise<void>
  /**
   * Exchanges counts with the other processes. It reports the requests counted here since the last call, and
   * counts theirs against the same allowances.
   */
  share(add: AddCounts): Promise<void>
}

/** Requests that were counted against an allowance and have not been reported yet. */
interface Taken extends Count {
  id: string
  limiter: RateLimiterMemory
}

/**
 * Creates the rate limits.
 * @param isShared true if other processes count against the same allowances; `share` must then be called
 * periodically
 */
export function createLimits(
  { rateLimits, limits: classes }: Pick<Config, 'rateLimits' | 'limits'>,
  { isShared = false } = {},
): Limits {
  if (!rateLimits) return { take: async () => {}, share: async () => {} }
  const limiters = new Map<string, RateLimiterMemory>()
  let unreported = new Map<string, Taken>()

  function limiter(limit: LimitClass, kind: 'ip' | 'user' | 'seller', points: number): RateLimiterMemory {
    const key = `${limit}:${kind}`
    let found = limiters.get(key)
    if (!found) {
      found = new RateLimiterMemory({ keyPrefix: key, points, duration: classes[limit].seconds })
      limiters.set(key, found)
    }
    return found
  }

  function takeFrom(limiter: RateLimiterMemory, id: string) {
    if (isShared) note(limiter, id)
    return limiter.consume(id)
  }

  function note(limiter: RateLimiterMemory, id: string): void {
    const key = `${limiter.keyPrefix}:${id}`
    const taken = unreported.get(key)
    if (taken) taken.points++
    else unreported.set(key, { key, points: 1, seconds: limiter.duration, id, limiter })
  }

  /**
   * Adds the other processes' requests to the local count. Local requests made after the query began are left
   * out of the comparison.
   */
  async function countOtherProcesses({ key, id, limiter }: Taken, total: number): Promise<void> {
    const counted = await limiter.get(id)
    if (!counted) return
    const otherPoints = total - counted.consumedPoints + (unreported.get(key)?.points ?? 0)
    if (otherPoints > 0) await limiter.penalty(id, otherPoints)
  }

  function takeOfUser(limit: LimitClass, { id, isSeller }: NonNullable<LimitSubject['actor']>) {
    const kind = isSeller && classes[limit].seller ? 'seller' : 'user'
    return takeFrom(limiter(limit, kind, classes[limit][kind]!), id)
  }

  function takeOfAddress(limit: LimitClass, ip: string) {
    return takeFrom(limiter(limit, 'ip', classes[limit].ip!), networkOf(ip))
  }

  return {
    take(limit, { ip, actor }) {
      const taken = actor ? takeOfUser(limit, actor) : takeOfAddress(classes[limit].ip ? limit : 'R0', ip)
      return taken.then(ignore, rejectCall)
    },
    async share(add) {
      const reported = unreported
      unreported = new Map()
      if (reported.size === 0) return
      const totals = await add([...reported.values()])
      for (const taken of reported.values()) await countOtherProcesses(taken, totals.get(taken.key) ?? 0)
    },
  }
}

function ignore(): void {}

function rejectCall(rejection: unknown): never {
  if (!(rejection instanceof RateLimiterRes)) throw rejection
  throw tooManyRequests(rejection.msBeforeNext)
}
