import { api } from '../api/api.ts'
import { shareStream } from '../api/live/shared-stream.ts'
import { platform } from '../platform/current.ts'
import type { AppThunk } from './store.ts'

interface MarketVisit {
  /** Since when the cache has been filled, in ms since 1970. */
  since: number
  signal: AbortSignal
}

const ANY_CAR = 'any'
/** At random, so that not all who look at a car ask for it in the same moment. */
const SPREAD_MS = 500

/** Has a car that came on the market or left it asked for again, where it is shown to somebody who is not signed in. */
export function followMarket({ since, signal }: MarketVisit): AppThunk {
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
