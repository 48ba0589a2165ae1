import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { OPEN_PARAM } from '../../../contract/desktop/desktop-links.ts'

export const GONE_FROM_LIST = 'That item is no longer in this list'

/** Until the page is loaded again: who comes back to a list finds it as it was left. */
const answered = new Set<string>()

interface OpenWish {
  /** The id of the row that a link or a notification names; null where none is, or where it was answered on this visit. */
  wanted: string | null
  /** Another one for each visit. */
  visit: string
  /** What is drawn may be a step behind. */
  isDue: () => boolean
  /** @returns whether it is still to be answered, which it is no more then */
  answer: () => boolean
}

/** @param isOurs whether this list opens its rows itself */
export function useOpenWish(isOurs: boolean): OpenWish {
  const { key, pathname, search } = useLocation()
  const visit = `${key} ${pathname}`
  const [, setAnswered] = useState(visit)
  const isDue = () => !answered.has(visit)
  return {
    wanted: isOurs && isDue() ? new URLSearchParams(search).get(OPEN_PARAM) : null,
    visit,
    isDue,
    answer() {
      const isFirst = isDue()
      answered.add(visit)
      setAnswered(visit)
      return isFirst
    },
  }
}
