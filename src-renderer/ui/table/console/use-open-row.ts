import { useEffect, useRef } from 'react'
import { toProblem } from '../../../api/problem.ts'
import type { ListCriteria, ListView } from '../list-view.ts'
import { toast } from '../../overlays/toast.ts'
import { GONE_FROM_LIST, useOpenRequest } from '../use-open-request.ts'

interface OpenRow<Row> {
  view: ListView<Row>
  criteria: ListCriteria
  isNarrowed: boolean
  onFound: (key: string, index: number) => void
  /** Clears the search and the filter, which may hide the requested row. */
  onWiden: () => void
}

/**
 * Opens the row that a link or notification requested, at any position in the list.
 * @returns a function that cancels the request when the user has moved on
 */
export function useOpenRow<Row>(list: OpenRow<Row>): () => void {
  const { view, criteria, isNarrowed, onFound, onWiden } = list
  const openRequest = useOpenRequest(true)
  const lastQuestion = useRef<string>(undefined)

  async function findRow(key: string, question: string) {
    const index = await view.findRowIndex(key).catch(toProblem)
    if (lastQuestion.current !== question) return
    if (index === null && isNarrowed) {
      lastQuestion.current = undefined
      return onWiden()
    }
    if (!openRequest.answer()) return
    if (typeof index === 'number') onFound(key, index)
    else if (index === null) toast.info(GONE_FROM_LIST)
    else toast.error(index.message)
  }

  useEffect(() => {
    const { wanted } = openRequest
    if (wanted === null || !openRequest.isDue() || !view.rows || !view.shows(criteria)) return
    const index = view.rows.indexOf(wanted)
    const question = `${openRequest.visit} ${view.criteria}`
    if (index >= 0) {
      if (openRequest.answer()) onFound(wanted, index)
    } else if (lastQuestion.current !== question) {
      lastQuestion.current = question
      void findRow(wanted, question)
    }
  })

  return () => {
    lastQuestion.current = undefined
    openRequest.answer()
  }
}
