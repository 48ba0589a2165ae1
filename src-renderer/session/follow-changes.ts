import type { AppThunk } from './store.ts'

let following: AbortController | undefined

/** What a page does first needs the line; whoever turns away at once needs no stream. */
const SETTLED_MS = 2_000

/**
 * Keeps what is shown as the server has it: all of it for who is signed in, and for others which cars are for sale. The
 * code loads after the page's.
 */
export function followChanges(subscribe: (listener: () => void) => void): AppThunk {
  return (dispatch, getState) => {
    let followed: string | null | undefined
    // Since when the cache has been filled; a page's first answers are at most as old as the page.
    let since = performance.timeOrigin

    subscribe(() => {
      const { me, status } = getState().session
      const userId = status === 'out' ? null : me?._id
      if (userId === followed) return
      if (followed !== undefined) since = Date.now()
      followed = userId
      stopFollowing()
      if (userId === undefined) return
      const { signal } = (following = new AbortController())
      const start = async () => {
        const { startLiveSession } = await import('./live-session.ts')
        dispatch(startLiveSession({ userId, since, signal }))
      }
      setTimeout(() => void start(), userId === null ? SETTLED_MS : 0)
    })
  }
}

/** Before the session ends: a connection that broke off for that is not to be opened again. */
export function stopFollowing(): void {
  following?.abort()
}
