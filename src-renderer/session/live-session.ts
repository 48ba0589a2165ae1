import { api } from '../api/api.ts'
import { startLiveUpdates } from '../api/live/live-updates.ts'
import { shareStream } from '../api/live/shared-stream.ts'
import { platform } from '../platform/current.ts'
import type { AppThunk } from './store.ts'
import { sessionApi } from './session.api.ts'
import { sessionSlice } from './session.slice.ts'

interface LiveSession {
  userId: string | null
  /** The time since which the cache has been filled, in milliseconds since 1970. */
  since: number
  signal: AbortSignal
}

/** Overlap in milliseconds, to cover responses that were read just before that time. */
const OVERLAP_MS = 5_000

/** Refetches data that changes on the server, until the signal aborts. */
export function startLiveSession({ userId, ...session }: LiveSession): AppThunk {
  return userId === null ? followMarket(session) : followAll({ userId, ...session })
}

function followAll({ userId, since, signal }: LiveSession & { userId: string }): AppThunk {
  return (dispatch) => {
    let visit: AbortController
    let hiddenAt: number

    function start(from: number) {
      visit = new AbortController()
      startLiveUpdates({
        userId,
        since: from - OVERLAP_MS,
        signal: AbortSignal.any([signal, visit.signal]),
        onChanged(tags) {
          dispatch(api.util.invalidateTags([...tags]))
          if (tags.includes('Me')) void dispatch(refreshMe())
        },
      })
    }

    if (signal.aborted) return
    start(since)
    // A page in the back-forward cache must not keep a connection open.
    addEventListener(
      'pagehide',
      () => {
        hiddenAt = Date.now()
        visit.abort()
      },
      { signal },
    )
    addEventListener('pageshow', ({ persisted }) => persisted && start(hiddenAt), { signal })
  }
}

/** Refetches the signed-in user in the background, so typed text stays on screen. */
function refreshMe(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { data } = await dispatch(
      sessionApi.endpoints.getMe.initiate(undefined, { subscribe: false, forceRefetch: true }),
    )
    if (data && getState().session.status === 'in') dispatch(sessionSlice.actions.signedIn(data))
  }
}

interface MarketVisit {
  since: number
  signal: AbortSignal
}

const ANY_CAR = 'any'
/**
 * Maximum random delay in milliseconds, so that a car's viewers do not all refetch it
 * simultaneously.
 */
const SPREAD_MS = 500

/**
 * For visitors who are not signed in: refetches a displayed car when it enters or leaves the
 * market.
 */
function followMarket({ since, signal }: MarketVisit): AppThunk {
  return (dispatch, getState) => {
    let visit: AbortController | undefined
    let hiddenAt = since

    function listen() {
      visit = new AbortController()
      shareStream({
        stream: 'streamMarket',
        name: 'kerblight.market',
        since: hiddenAt,
        signal: AbortSignal.any([signal, visit.signal]),
        changesIn: ({ cars }) => cars ?? [ANY_CAR],
        everything: [ANY_CAR],
        onChanged: (cars) => isAnyCached(cars) && setTimeout(invalidateCars, Math.random() * SPREAD_MS),
      })
    }

    function isAnyCached(cars: readonly string[]): boolean {
      if (cars.includes(ANY_CAR)) return true
      const cachedQueries = JSON.stringify(getState().api.queries)
      return cars.some((id) => cachedQueries.includes(`"${id}"`))
    }

    function invalidateCars() {
      if (!signal.aborted) dispatch(api.util.invalidateTags(['Car', 'Category']))
    }

    /**
     * Listens only while the page is visible. A page in the back-forward cache must not keep a
     * connection open.
     */
    function followWhereSeen() {
      if (!document.hidden && !visit) listen()
      else if (document.hidden && visit) {
        hiddenAt = Date.now()
        visit.abort()
        visit = undefined
      }
    }

    if (signal.aborted || platform.console) return
    followWhereSeen()
    document.addEventListener('visibilitychange', followWhereSeen, { signal })
  }
}
