import type { AppThunk } from './store.ts'

let following: AbortController | undefined

/** Keeps what is shown as the server has it, as long as somebody is signed in. Its code loads after the page's. */
export function followChanges(subscribe: (listener: () => void) => void): AppThunk {
  return (dispatch, getState) => {
    let followed: string | undefined
    // Since when the cache has been filled; a page's first answers are at most as old as the page.
    let since = performance.timeOrigin

    subscribe(() => {
      const userId = getState().session.me?._id
      if (userId === followed) return
      followed = userId
      stopFollowing()
      if (userId === undefined) {
        since = Date.now()
        return
      }
      const { signal } = (following = new AbortController())
      void import('./live-session.ts').then(({ startLiveSession }) =>
        dispatch(startLiveSession({ userId, since, signal })),
      )
    })
  }
}

/** Before the session ends: a connection that broke off for that is not to be opened again. */
export function stopFollowing(): void {
  following?.abort()
}
