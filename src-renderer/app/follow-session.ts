import { mergeShortlist } from '../features/shortlist/merge-shortlist.ts'
import { followChanges } from '../session/follow-changes.ts'
import type { store } from '../session/store.ts'

/** Follows changes of the displayed data, and moves a visitor's shortlist to the account at each sign-in. */
export function followSession({ dispatch, getState, subscribe }: typeof store): void {
  dispatch(followChanges(subscribe))
  let userId: string | undefined

  function followUser() {
    const { me } = getState().session
    if (me?._id === userId) return
    userId = me?._id
    if (userId !== undefined) void dispatch(mergeShortlist())
  }

  followUser()
  subscribe(followUser)
}
