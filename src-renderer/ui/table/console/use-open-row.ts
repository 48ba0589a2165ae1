import { useEffect, useRef } from 'react'
import { toProblem } from '../../../api/problem.ts'
import type { PagedQuery } from '../table-props.ts'
import type { Arrangement, ListView } from '../list-view.ts'
import { toast } from '../../overlays/toast.ts'
import { GONE_FROM_LIST, useOpenWish } from '../use-open-wish.ts'

interface OpenRow<Row> {
  /** Left out where the server does not arrange the list. */
  view: ListView<Row> | undefined
  arrangement: Arrangement
  isNarrowed: boolean
  onFound: (key: string, place: number) => void
  /** It may be among the rows that words or a value leave out. */
  onWiden: () => void
}

/**
 * A link or a notification names a row to open: the server says where in the list it stands, however far down.
 * @returns drops it, as somebody has turned to something else
 */
export function useOpenRow<Row>(list: OpenRow<Row>): () => void {
  const { view, arrangement, isNarrowed, onFound, onWiden } = list
  const wish = useOpenWish(view !== undefined)
  const asked = useRef<string>(undefined)

  async function look(key: string, question: string) {
    const place = await view!.findPlace(key).catch(toProblem)
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
    if (wanted === null || !wish.isDue() || !view?.rows || !view.shows(arrangement)) return
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

interface OpenLoadedRow {
  /** Left out where the server arranges the list. */
  query: PagedQuery<unknown> | undefined
  has: (key: string) => boolean
  onFound: (key: string) => void
  /** There is more of the list than is ever loaded to look through it. */
  isCut: boolean
}

/** The same of a list that is arranged here: it is loaded until the row comes up. */
export function useOpenLoadedRow({ query, has, onFound, isCut }: OpenLoadedRow): () => void {
  const wish = useOpenWish(query !== undefined)
  useEffect(() => {
    const { wanted } = wish
    if (wanted === null || !wish.isDue() || query?.data === undefined || query.isFetching) return
    const isFound = has(wanted)
    if (!isFound && query.hasNextPage && !query.error) return void query.fetchNextPage()
    if (!wish.answer()) return
    if (isFound) onFound(wanted)
    else toast.info(isCut ? 'That item is too far down this list to open here.' : GONE_FROM_LIST)
  })
  return () => void wish.answer()
}
