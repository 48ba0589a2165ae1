import { useState } from 'react'
import { formatNumber } from '../../../contract/number-format.ts'
import {
  formatSelectionLimitNote,
  formatHiddenNote,
  isEverythingSelected,
  loadingNote,
  describeSkippedRows,
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
 * @param maxCount maximum number of selected rows
 */
export function useSelection<Item extends Row>(
  selectableRows: readonly Item[],
  noun: string,
  maxCount: number,
): Selection<Item> {
  const [state, setState] = useState(NOTHING)
  const { ids, hidden } = state
  const items = selectableRows.filter(({ _id }) => ids.has(_id))
  const selectableIds = idsOf(selectableRows)
  if (items.length < ids.size) setState({ ...state, ids: idsOf(items), note: null })

  const choose = (chosen: ReadonlySet<string>, note: string | null = null) =>
    setState({ ...NOTHING, ids: chosen, note })

  function take(rows: readonly Item[], of: Choice = choiceOf(rows)) {
    const eligibleRows = rows.filter(({ _id }) => selectableIds.has(_id))
    choose(
      idsOf(eligibleRows.slice(0, maxCount)),
      describeSkippedRows({ requested: rows.length, selectableCount: eligibleRows.length, maxCount }, of),
    )
  }

  function toggle({ _id }: Item) {
    const next = new Set(ids)
    if (next.delete(_id)) choose(next)
    else if (ids.size < maxCount) choose(next.add(_id))
    else choose(ids, formatSelectionLimitNote(maxCount))
  }

  return {
    items,
    maxCount,
    isAll: isEverythingSelected(items.length, selectableRows.length, maxCount),
    isTakingAll: state.isTakingAll,
    note: hidden > 0 ? formatHiddenNote(hidden, noun) : state.note,
    has: ({ _id }) => ids.has(_id) && selectableIds.has(_id),
    canSelect: ({ _id }) => selectableIds.has(_id),
    toggle,
    take,
    takeAll: () => setState({ ...state, note: loadingNote, hidden: 0, isTakingAll: true }),
    narrow: (rows) => setState({ ...state, ids: idsOf(rows), hidden: hidden + items.length - rows.length }),
    clear: () => setState(NOTHING),
  }
}

function choiceOf(rows: readonly Row[]): Choice {
  return { size: formatNumber(rows.length), hasMore: false }
}

function idsOf(rows: readonly Row[]): Set<string> {
  return new Set(rows.map(({ _id }) => _id))
}
