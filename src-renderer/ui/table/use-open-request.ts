import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { OPEN_PARAM } from '../../../contract/desktop/desktop-links.ts'

export const GONE_FROM_LIST = 'That item is no longer in this list'

/**
 * Visits whose request to open a row has been handled since the page load. A user who comes back to
 * a list finds it unchanged.
 */
const handledVisits = new Set<string>()

interface OpenRequest {
  /**
   * The ID of the row that a link or notification requested, or null if no request is pending on
   * this visit.
   */
  wanted: string | null
  /** The visit's unique ID. */
  visit: string
  /** Reports whether the request is still pending, even before the next render. */
  isDue: () => boolean
  /**
   * Marks the request as handled.
   * @returns true if it was still pending
   */
  answer: () => boolean
}

/**
 * Returns the pending request to open a row, if any.
 * @param isOurs true if the calling list handles the request
 */
export function useOpenRequest(isOurs: boolean): OpenRequest {
  const { key, pathname, search } = useLocation()
  const visit = `${key} ${pathname}`
  const [, setLoadedVisit] = useState(visit)
  const isDue = () => !handledVisits.has(visit)
  return {
    wanted: isOurs && isDue() ? new URLSearchParams(search).get(OPEN_PARAM) : null,
    visit,
    isDue,
    answer() {
      const isFirst = isDue()
      handledVisits.add(visit)
      setLoadedVisit(visit)
      return isFirst
    },
  }
}
