import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { LimitClass } from '../../contract/limits.ts'
import { tooManyRequests } from '../../contract/problems.ts'
import type { Config } from '../config.ts'
import type { Actor } from '../actor.ts'
import { networkOf } from './network-of.ts'

/** Whom a request counts for: the signed-in user, else the address it came from. */
export interface Subject {
  ip: string
  actor: Pick<Actor, 'id' | 'isSeller'> | null
}

export interface Limits {
  /**
   * Whoever has not signed in counts by their address, as a stranger's read where the class is for the signed in.
   * @throws ProblemError `too-many-requests` with `Retry-After`, once the class's share is used up.
   */
  take(limit: LimitClass, subject: Subject): Promise<void>
}

export function createLimits({ rateLimits, limits: classes }: Pick<Config, 'rateLimits' | 'limits'>): Limits {
  if (!rateLimits) return { take: async () => {} }
  const limiters = new Map<string, RateLimiterMemory>()

  function limiter(limit: LimitClass, kind: 'ip' | 'user' | 'seller', points: number): RateLimiterMemory {
    const key = `${limit}:${kind}`
    let found = limiters.get(key)
    if (!found) {
      found = new RateLimiterMemory({ keyPrefix: key, points, duration: classes[limit].seconds })
      limiters.set(key, found)
    }
    return found
  }

  function takeOfUser(limit: LimitClass, { id, isSeller }: NonNullable<Subject['actor']>) {
    const kind = isSeller && classes[limit].seller ? 'seller' : 'user'
    return limiter(limit, kind, classes[limit][kind]!).consume(id)
  }

  function takeOfAddress(limit: LimitClass, ip: string) {
    return limiter(limit, 'ip', classes[limit].ip!).consume(networkOf(ip))
  }

  return {
    take(limit, { ip, actor }) {
      const taken = actor ? takeOfUser(limit, actor) : takeOfAddress(classes[limit].ip ? limit : 'R0', ip)
      return taken.then(ignore, refuse)
    },
  }
}

function ignore(): void {}

function refuse(refusal: unknown): never {
  if (!(refusal instanceof RateLimiterRes)) throw refusal
  throw tooManyRequests(refusal.msBeforeNext)
}
