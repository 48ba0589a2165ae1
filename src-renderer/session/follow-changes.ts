import { startLiveSession } from './live-session.ts'
import { following } from './following.ts'
import { followAccountDeletion } from './clear-account-data.ts'
import type { AppThunk } from './store.ts'

/**
 * Keeps the displayed data in sync with the server: all data for signed-in users, and for visitors
 * only which cars are for sale.
 */
export function followChanges(subscribe: (listener: () => void) => void): AppThunk {
  return (dispatch, getState) => {
    let followedUserId: string | null | undefined
    let controller = new AbortController()
    // The time since which the cache has been filled. The first responses are no older than the
    // page.
    let since = performance.timeOrigin

    function follow() {
      const { me, status } = getState().session
      const userId = status === 'out' ? null : me?._id
      if (userId === followedUserId) return
      if (followedUserId !== undefined) since = Date.now()
      followedUserId = userId
      following.resume()
    }

    following.stop = () => {
      since = Date.now()
      controller.abort()
    }
    following.resume = () => {
      controller.abort()
      if (followedUserId === undefined) return
      controller = new AbortController()
      dispatch(startLiveSession({ userId: followedUserId, since, signal: controller.signal }))
    }
    follow()
    subscribe(follow)
    followAccountDeletion()
  }
}
