import type { Location } from 'react-router-dom'
import type { AppThunk } from './store.ts'

const KEY = 'kerblight.resume'

/** The activity to resume after registration: the car, and the page with its open dialog. */
export interface ResumePoint {
  carId: string
  from: Pick<Location, 'pathname' | 'search' | 'hash' | 'state'>
}

interface StoredPoint extends ResumePoint {
  userId: string
}

/**
 * The stored resume point, which the home page offers after registration. It belongs to this tab
 * and the user who registered.
 */
export const resumePoint = {
  read(userId: string): ResumePoint | null {
    try {
      const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredPoint | null
      return stored?.userId === userId ? stored : null
    } catch {
      return null
    }
  },

  clear(): void {
    try {
      sessionStorage.removeItem(KEY)
    } catch {}
  },
}

/** Stores the resume point for the signed-in user. */
export function storeResumePoint({ carId, from }: ResumePoint): AppThunk {
  return (_dispatch, getState) => {
    const userId = getState().session.me?._id
    if (userId === undefined) return
    const { pathname, search, hash, state } = from
    const stored: StoredPoint = { userId, carId, from: { pathname, search, hash, state: state as unknown } }
    try {
      sessionStorage.setItem(KEY, JSON.stringify(stored))
    } catch {
      // Storage is blocked, but Back still leads to the car.
    }
  }
}
