import { useState } from 'react'

interface Row {
  _id: string
}

export interface Selection<Item extends Row> {
  items: Item[]
  isAll: boolean
  has: (item: Item) => boolean
  toggle: (item: Item) => void
  toggleAll: () => void
  clear: () => void
}

/** Which of the rows that may be taken are selected. One that goes, or may not be taken any more, is left out by itself. */
export function useSelection<Item extends Row>(takeable: readonly Item[]): Selection<Item> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const items = takeable.filter(({ _id }) => ids.has(_id))
  const isAll = items.length > 0 && items.length === takeable.length

  function toggle({ _id }: Item) {
    const next = new Set(ids)
    if (!next.delete(_id)) next.add(_id)
    setIds(next)
  }

  return {
    items,
    isAll,
    has: ({ _id }) => items.some((item) => item._id === _id),
    toggle,
    toggleAll: () => setIds(new Set(isAll ? [] : takeable.map(({ _id }) => _id))),
    clear: () => setIds(new Set()),
  }
}
