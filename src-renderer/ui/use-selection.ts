import { useState } from 'react'

interface Row {
  _id: string
}

export interface Selection<Item extends Row = Row> {
  items: Item[]
  isAll: boolean
  has: (item: Item) => boolean
  mayTake: (item: Item) => boolean
  toggle: (item: Item) => void
  toggleAll: () => void
  /** Selects these and no others; what may not be taken is left out. */
  take: (items: readonly Item[]) => void
  clear: () => void
}

/** Which of the rows that may be taken are selected. One that goes, or may not be taken any more, is left out by itself. */
export function useSelection<Item extends Row>(takeable: readonly Item[]): Selection<Item> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const items = takeable.filter(({ _id }) => ids.has(_id))
  const isAll = items.length > 0 && items.length === takeable.length
  const takeableIds = new Set(takeable.map(({ _id }) => _id))

  function toggle({ _id }: Item) {
    const next = new Set(ids)
    if (!next.delete(_id)) next.add(_id)
    setIds(next)
  }

  return {
    items,
    isAll,
    has: ({ _id }) => ids.has(_id) && takeableIds.has(_id),
    mayTake: ({ _id }) => takeableIds.has(_id),
    toggle,
    toggleAll: () => setIds(new Set(isAll ? [] : takeableIds)),
    take: (rows) => setIds(new Set(rows.map(({ _id }) => _id).filter((id) => takeableIds.has(id)))),
    clear: () => setIds(new Set()),
  }
}
