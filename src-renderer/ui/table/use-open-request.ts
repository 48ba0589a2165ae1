import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { OPEN_PARAM } from '../../../contract/desktop/desktop-links.ts'

export const GONE_FROM_LIST = 'That item is no longer in this list'

/**
 * The visits whose request to open a row was handled since the page was loaded. A user who comes back to a
 * list therefore finds it unchanged.
 */
const answered = new Set<string>()

interface OpenRequest {
  /**
   * The ID of the row that a link or a notification refers to. It is null if no row is requested, or if the
   * request was handled on this visit.
   */
  wanted: string | null
  /** The visit's unique ID. */
  visit: string
  /**
   * Reports whether the request is still open. Unlike `wanted`, the result is current even before the next
   * render.
   */
  isDue: () => boolean
  /**
   * Marks the request as handled.
   * @returns true if it was still open
   */
  answer: () => boolean
}

/**
 * Returns the request to open a row of the list, if any.
 * @param isOurs true if the calling list handles the request
 */
export function useOpenRequest(isOurs: boolean): OpenRequest {
  const { key, pathname, search } = useLocation()
  const visit = `${key} ${pathname}`
  const [, setLoadedVisit] = useState(visit)
  const isDue = () => !answered.has(visit)
  return {
    wanted: isOurs && isDue() ? new URLSearchParams(search).get(OPEN_PARAM) : null,
    visit,
    isDue,
    answer() {
      const isFirst = isDue()
      answered.add(visit)
      setLoadedVisit(visit)
      return isFirst
    },
  }
}
