import { useState } from 'react'
import { figure } from '../../../contract/figure.ts'
import {
  fullNote,
  hiddenNote,
  isFull,
  loadingNote,
  takeNote,
  type Choice,
  type Selection,
} from './selection.ts'

interface Row {
  _id: string
}

interface State {
  ids: ReadonlySet<string>
  note: string | null
  /** Number of rows that were hidden since the user last changed the selection. */
  hidden: number
  isTakingAll: boolean
}

const NOTHING: State = { ids: new Set(), note: null, hidden: 0, isTakingAll: false }

/**
 * Manages the selection of rows. A row that disappears or becomes ineligible leaves the selection
 * permanently, even if it comes back.
 * @param noun the noun for a row: 'car'
 * @param most maximum number of selected rows
 */
export function useSelection<Item extends Row>(
  takeable: readonly Item[],
  noun: string,
  most: number,
): Selection<Item> {
  const [state, setState] = useState(NOTHING)
  const { ids, hidden } = state
  const items = takeable.filter(({ _id }) => ids.has(_id))
  const takeableIds = idsOf(takeable)
  if (items.length < ids.size) setState({ ...state, ids: idsOf(items), note: null })

  const choose = (chosen: ReadonlySet<string>, note: string | null = null) =>
    setState({ ...NOTHING, ids: chosen, note })

  function take(rows: readonly Item[], of: Choice = choiceOf(rows)) {
    const eligibleRows = rows.filter(({ _id }) => takeableIds.has(_id))
    choose(
      idsOf(eligibleRows.slice(0, most)),
      takeNote({ requested: rows.length, takeable: eligibleRows.length, most }, of),
    )
  }

  function toggle({ _id }: Item) {
    const next = new Set(ids)
    if (next.delete(_id)) choose(next)
    else if (ids.size < most) choose(next.add(_id))
    else choose(ids, fullNote(most))
  }

  return {
    items,
    most,
    isAll: isFull(items.length, takeable.length, most),
    isTakingAll: state.isTakingAll,
    note: hidden > 0 ? hiddenNote(hidden, noun) : state.note,
    has: ({ _id }) => ids.has(_id) && takeableIds.has(_id),
    mayTake: ({ _id }) => takeableIds.has(_id),
    toggle,
    take,
    takeAll: () => setState({ ...state, note: loadingNote, hidden: 0, isTakingAll: true }),
    narrow: (rows) => setState({ ...state, ids: idsOf(rows), hidden: hidden + items.length - rows.length }),
    clear: () => setState(NOTHING),
  }
}

function choiceOf(rows: readonly Row[]): Choice {
  return { size: figure(rows.length), hasMore: false }
}

function idsOf(rows: readonly Row[]): Set<string> {
  return new Set(rows.map(({ _id }) => _id))
}
