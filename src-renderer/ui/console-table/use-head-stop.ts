import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { Column } from '../DataTable.tsx'
import type { Sort } from '../list/list-view.ts'

/**
 * Tab stops at one head: the one that was used last, that sorts, or the first. Arrows go to the others. Grips come after it,
 * so that Shift+Tab from the rows leads to the head and not to a width.
 */
export function useHeadStop<Row>(columns: readonly Column<Row>[], sort: Sort | null) {
  const [used, setUsed] = useState<string | null>(null)
  const [isInside, setInside] = useState(false)
  const keys = columns.filter(isSortable).map(({ key }) => key)
  const stop = [used, sort?.key].find((key) => key && keys.includes(key)) ?? keys[0]

  return {
    isStop: (column: Column<Row>) => column.key === stop,
    // What sorts by nothing has its grip alone.
    isGripStop: (column: Column<Row>) =>
      (isInside || stop === undefined) && (!isSortable(column) || column.key === stop),
    row: {
      onFocus: () => setInside(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
        setInside(currentTarget.contains(relatedTarget)),
    },
    onUse: setUsed,
    onKeyDown: moveToHead,
  }
}

/** Whether the list can be sorted by it. */
export function isSortable({
  value,
  isUnsorted = false,
}: Pick<Column<never>, 'value' | 'isUnsorted'>): boolean {
  return value !== undefined && !isUnsorted
}

function moveToHead(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const heads = [
    ...(event.currentTarget.closest('.grid-row')?.querySelectorAll<HTMLElement>('.sort-button') ?? []),
  ]
  const next = heads[targetOf(event.key, heads.indexOf(event.currentTarget), heads.length)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** -1 where the key leads nowhere. */
function targetOf(key: string, at: number, count: number): number {
  if (key === 'ArrowLeft') return at - 1
  if (key === 'ArrowRight') return at + 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : -1
}
