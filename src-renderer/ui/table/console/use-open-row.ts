import { useEffect, useRef } from 'react'
import { toProblem } from '../../../api/problem.ts'
import type { ListCriteria, ListView } from '../list-view.ts'
import { toast } from '../../overlays/toast.ts'
import { GONE_FROM_LIST, useOpenRequest } from '../use-open-request.ts'

interface OpenRow<Row> {
  view: ListView<Row>
  criteria: ListCriteria
  isNarrowed: boolean
  onFound: (key: string, place: number) => void
  /** Removes the search and the filter, because they may hide the requested row. */
  onWiden: () => void
}

/**
 * Opens the row that a link or a notification refers to. The list finds its index, however far down the row
 * is.
 * @returns a function that cancels the request, because the user has moved on
 */
export function useOpenRow<Row>(list: OpenRow<Row>): () => void {
  const { view, criteria, isNarrowed, onFound, onWiden } = list
  const openRequest = useOpenRequest(true)
  const lastQuestion = useRef<string>(undefined)

  async function look(key: string, question: string) {
    const place = await view.findPlace(key).catch(toProblem)
    if (lastQuestion.current !== question) return
    if (place === null && isNarrowed) {
      lastQuestion.current = undefined
      return onWiden()
    }
    if (!openRequest.answer()) return
    if (typeof place === 'number') onFound(key, place)
    else if (place === null) toast.info(GONE_FROM_LIST)
    else toast.error(place.message)
  }

  useEffect(() => {
    const { wanted } = openRequest
    if (wanted === null || !openRequest.isDue() || !view.rows || !view.shows(criteria)) return
    const place = view.rows.indexOf(wanted)
    const question = `${openRequest.visit} ${view.criteria}`
    if (place >= 0) {
      if (openRequest.answer()) onFound(wanted, place)
    } else if (lastQuestion.current !== question) {
      lastQuestion.current = question
      void look(wanted, question)
    }
  })

  return () => {
    lastQuestion.current = undefined
    openRequest.answer()
  }
}
