import { useEffect } from 'react'
import { isEverythingSelected, type Selection, type ShownSelection } from './selection.ts'

/**
 * Returns the selection without rows that a search or a filter hides. No action may affect a hidden
 * row. When a hidden row reappears, it is not selected.
 * @param found number of results as a label
 */
export function useFoundSelection<Row>(
  selection: Selection<Row> | undefined,
  rows: readonly Row[],
  found: string,
): ShownSelection<Row> | undefined {
  const inSight = new Set(rows)
  const items = selection?.items.filter((row) => inSight.has(row)) ?? []
  const hasHidden = selection !== undefined && items.length < selection.items.length
  useEffect(() => {
    if (hasHidden) selection.narrow(items)
  })

  if (!selection) return undefined
  return {
    ...selection,
    items,
    found,
    isAll: isEverythingSelected(items.length, rows.filter(selection.canSelect).length, selection.maxCount),
    has: (row) => inSight.has(row) && selection.has(row),
  }
}
