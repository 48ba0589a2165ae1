import { startLiveSession } from './live-session.ts'
import { following } from './following.ts'
import { followAccountDeletion } from './clear-account-data.ts'
import type { AppThunk } from './store.ts'

/**
 * Keeps the displayed data in sync with the server: all data for signed-in users, and for visitors only which
 * cars are for sale.
 */
export function followChanges(subscribe: (listener: () => void) => void): AppThunk {
  return (dispatch, getState) => {
    let followed: string | null | undefined
    let follower = new AbortController()
    // The time since which the cache has been filled. The first responses are no older than the page itself.
    let since = performance.timeOrigin

    function follow() {
      const { me, status } = getState().session
      const userId = status === 'out' ? null : me?._id
      if (userId === followed) return
      if (followed !== undefined) since = Date.now()
      followed = userId
      following.resume()
    }

    following.stop = () => {
      since = Date.now()
      follower.abort()
    }
    following.resume = () => {
      follower.abort()
      if (followed === undefined) return
      follower = new AbortController()
      dispatch(startLiveSession({ userId: followed, since, signal: follower.signal }))
    }
    follow()
    subscribe(follow)
    followAccountDeletion()
  }
}
