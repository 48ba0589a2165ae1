import type { Location } from 'react-router-dom'
import type { AppThunk } from './store.ts'

const KEY = 'kerblight.resume'

/** What somebody was about to do before they registered: which car, and the page with its dialog. */
export interface ResumePoint {
  carId: string
  from: Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>
}

interface Kept extends ResumePoint {
  userId: string
}

/** Registering ends on the home page, which offers the way back. For this tab, and for the one who registered. */
export const resumePoint = {
  read(userId: string): ResumePoint | null {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null
      return kept?.userId === userId ? kept : null
    } catch {
      return null
    }
  },

  clear(): void {
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // Nothing was stored.
    }
  },
}

/** Keeps it for whoever is signed in. */
export function keepResumePoint({ carId, from }: ResumePoint): AppThunk {
  return (_dispatch, getState) => {
    const userId = getState().session.me?._id
    if (userId === undefined) return
    const { pathname, search, hash, state } = from
    const kept: Kept = { userId, carId, from: { pathname, search, hash, state: state as unknown } }
    try {
      sessionStorage.setItem(KEY, JSON.stringify(kept))
    } catch {
      // Blocked: the car is found again by Back.
    }
  }
}
