import { api } from '../../api/api.ts'
import type { AppThunk, RootState } from '../store.ts'
import { sessionApi } from './session.api.ts'
import { sessionSlice } from './session.slice.ts'

/** What began before a sign-in was noticed. */
const OVERLAP_MS = 5_000

let following: AbortController | undefined
/** Since when the cache has been filled; a page's first answers are at most as old as the page. */
let since = performance.timeOrigin

/** Keeps what is shown as the server has it, as long as somebody is signed in. Its code loads after the page's. */
export function followChanges(subscribe: (listener: () => void) => void): AppThunk {
  return (dispatch, getState) => {
    let followed: string | undefined

    function look() {
      const userId = userOf(getState())
      if (userId === followed) return
      stopFollowing()
      followed = userId
      if (userId === undefined) since = Date.now()
      else void follow(userId)
    }

    async function follow(userId: string) {
      const turn = new AbortController()
      following = turn
      const { startLiveUpdates } = await import('../../api/live/live-updates.ts')
      if (turn.signal.aborted) return
      startLiveUpdates({
        userId,
        since: since - OVERLAP_MS,
        signal: turn.signal,
        onChanged(tags) {
          dispatch(api.util.invalidateTags([...tags]))
          if (tags.includes('Me')) void dispatch(refreshMe())
        },
      })
    }

    subscribe(look)
    look()
    // A page that is kept for Back must not hold a connection.
    addEventListener('pagehide', () => {
      since = Date.now()
      stopFollowing()
    })
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted && followed !== undefined) void follow(followed)
    })
  }
}

/** Before the session ends: a connection that broke off for that is not to be opened again. */
export function stopFollowing(): void {
  following?.abort()
  following = undefined
}

function userOf({ session }: RootState): string | undefined {
  return session.status === 'in' ? session.me?._id : undefined
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
