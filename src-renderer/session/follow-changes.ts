import { startLiveSession } from './live-session.ts'
import { following } from './following.ts'
import { followAccountDeletion } from './clear-account-data.ts'
import type { AppThunk } from './store.ts'

/** Keeps what is shown as the server has it: all of it for who is signed in, and for others which cars are for sale. */
export function followChanges(subscribe: (listener: () => void) => void): AppThunk {
  return (dispatch, getState) => {
    let followed: string | null | undefined
    let follower = new AbortController()
    // Since when the cache has been filled; a page's first answers are at most as old as the page.
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
