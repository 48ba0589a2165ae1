import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { OPEN_PARAM } from '../../contract/desktop-links.ts'

export const GONE_FROM_LIST = 'That item is no longer in this list'

interface OpenWish {
  /** The id of the row that a link or a notification names; null where none is, or where it was answered on this visit. */
  wanted: string | null
  /** Another one for each visit. */
  visit: string
  /** @returns whether it is still to be answered, which it is no more then */
  answer: () => boolean
}

/** @param isOurs whether this list opens its rows itself */
export function useOpenWish(isOurs: boolean): OpenWish {
  const { key: visit, search } = useLocation()
  const [answered, setAnswered] = useState<string>()
  // What is drawn may be a step behind.
  const last = useRef<string>(undefined)
  return {
    wanted: isOurs && answered !== visit ? new URLSearchParams(search).get(OPEN_PARAM) : null,
    visit,
    answer() {
      const isFirst = last.current !== visit
      last.current = visit
      setAnswered(visit)
      return isFirst
    },
  }
}
