import { api } from '../api/api.ts'
import { startLiveUpdates } from '../api/live/live-updates.ts'
import { shareStream } from '../api/live/shared-stream.ts'
import { platform } from '../platform/current.ts'
import type { AppThunk } from './store.ts'
import { sessionApi } from './session.api.ts'
import { sessionSlice } from './session.slice.ts'

interface LiveSession {
  /** Null for a stranger. */
  userId: string | null
  /** Since when the cache has been filled, in ms since 1970. */
  since: number
  signal: AbortSignal
}

/** What was read just before. */
const OVERLAP_MS = 5_000

/** Has what changes on the server asked for again, until the signal ends it. */
export function startLiveSession({ userId, ...session }: LiveSession): AppThunk {
  return userId === null ? followMarket(session) : followAll({ userId, ...session })
}

function followAll({ userId, since, signal }: LiveSession & { userId: string }): AppThunk {
  return (dispatch) => {
    let visit: AbortController
    let leftAt: number

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
    // A page that is kept for Back must not hold a connection.
    addEventListener(
      'pagehide',
      () => {
        leftAt = Date.now()
        visit.abort()
      },
      { signal },
    )
    addEventListener('pageshow', ({ persisted }) => persisted && start(leftAt), { signal })
  }
}

/** Reads the signed-in user anew, quietly: what somebody is typing stays on screen, whatever the answer. */
function refreshMe(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { data } = await dispatch(
      sessionApi.endpoints.getMe.initiate(undefined, { subscribe: false, forceRefetch: true }),
    )
    if (data && getState().session.status === 'in') dispatch(sessionSlice.actions.signedIn(data))
  }
}

interface MarketVisit {
  /** Since when the cache has been filled, in ms since 1970. */
  since: number
  signal: AbortSignal
}

const ANY_CAR = 'any'
/** At random, so that not all who look at a car ask for it in the same moment. */
const SPREAD_MS = 500

/** Has a car that came on the market or left it asked for again, where it is shown to somebody who is not signed in. */
function followMarket({ since, signal }: MarketVisit): AppThunk {
  return (dispatch, getState) => {
    let visit: AbortController | undefined
    let leftAt = since

    function listen() {
      visit = new AbortController()
      shareStream({
        stream: 'streamMarket',
        name: 'kerblight.market',
        since: leftAt,
        signal: AbortSignal.any([signal, visit.signal]),
        changesIn: ({ cars }) => cars ?? [ANY_CAR],
        everything: [ANY_CAR],
        onChanged: (cars) => isAnyKept(cars) && setTimeout(askAgain, Math.random() * SPREAD_MS),
      })
    }

    function isAnyKept(cars: readonly string[]): boolean {
      if (cars.includes(ANY_CAR)) return true
      const kept = JSON.stringify(getState().api.queries)
      return cars.some((id) => kept.includes(`"${id}"`))
    }

    function askAgain() {
      if (!signal.aborted) dispatch(api.util.invalidateTags(['Car', 'Category']))
    }

    /** Nobody sees a page behind another, and one that is kept for Back must not hold a connection. */
    function followWhereSeen() {
      if (!document.hidden && !visit) listen()
      else if (document.hidden && visit) {
        leftAt = Date.now()
        visit.abort()
        visit = undefined
      }
    }

    if (signal.aborted || platform.console) return
    followWhereSeen()
    document.addEventListener('visibilitychange', followWhereSeen, { signal })
  }
}
