import { useState, type KeyboardEvent } from 'react'
import type { Column } from '../DataTable.tsx'
import type { Sort } from '../placed/placed-list.ts'

/** Tab stops at one head, and at its grip: the one that was used last, that sorts, or the first. Arrows go to the others. */
export function useHeadStop<Row>(columns: readonly Column<Row>[], sort: Sort | null) {
  const [used, setUsed] = useState<string | null>(null)
  const keys = columns.filter(({ value }) => value).map(({ key }) => key)
  const stop = [used, sort?.key].find((key) => key && keys.includes(key)) ?? keys[0]

  return {
    // What sorts by nothing has its grip alone.
    isStop: ({ key, value }: Column<Row>) => !value || key === stop,
    onUse: setUsed,
    onKeyDown: moveToHead,
  }
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
