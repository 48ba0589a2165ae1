import { useEffect, useRef } from 'react'
import { toProblem } from '../../../api/problem.ts'
import type { ListArrangement, ListView } from '../list-view.ts'
import { toast } from '../../overlays/toast.ts'
import { GONE_FROM_LIST, useOpenWish } from '../use-open-wish.ts'

interface OpenRow<Row> {
  view: ListView<Row>
  arrangement: ListArrangement
  isNarrowed: boolean
  onFound: (key: string, place: number) => void
  /** Removes the search and the filter, because they may hide the row. */
  onWiden: () => void
}

/**
 * Opens the row that a link or a notification names. The list finds its place, however far down it is.
 * @returns a function that cancels this, because the user has turned to something else
 */
export function useOpenRow<Row>(list: OpenRow<Row>): () => void {
  const { view, arrangement, isNarrowed, onFound, onWiden } = list
  const wish = useOpenWish(true)
  const asked = useRef<string>(undefined)

  async function look(key: string, question: string) {
    const place = await view.findPlace(key).catch(toProblem)
    if (asked.current !== question) return
    if (place === null && isNarrowed) {
      asked.current = undefined
      return onWiden()
    }
    if (!wish.answer()) return
    if (typeof place === 'number') onFound(key, place)
    else if (place === null) toast.info(GONE_FROM_LIST)
    else toast.error(place.message)
  }

  useEffect(() => {
    const { wanted } = wish
    if (wanted === null || !wish.isDue() || !view.rows || !view.shows(arrangement)) return
    const place = view.rows.indexOf(wanted)
    const question = `${wish.visit} ${view.arrangement}`
    if (place >= 0) {
      if (wish.answer()) onFound(wanted, place)
    } else if (asked.current !== question) {
      asked.current = question
      void look(wanted, question)
    }
  })

  return () => {
    asked.current = undefined
    wish.answer()
  }
}
