import type { Column } from '../DataTable.tsx'
import type { ListCriteria } from '../list-view.ts'

/** Returns the filtered and sorted rows, in their original order if there is no sort order. */
export function sortAndFilterRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { sort, facet, find }: ListCriteria,
): Row[] {
  const facetColumn = columns.find(({ isFacet }) => isFacet)
  const terms = find.toLowerCase().split(/\s+/).filter(Boolean)
  const filtered = rows.filter(
    (row) =>
      (facet === null || !facetColumn || facetColumn.value?.(row) === facet) &&
      (terms.length === 0 || hasTerms(row, columns, terms)),
  )
  const by = sort && columns.find(({ key }) => key === sort.key)?.value
  if (!by) return filtered
  const direction = sort.isDescending ? -1 : 1
  return filtered.toSorted((a, b) => compare(by(a), by(b), direction))
}

/** Counts the rows per value, in order of first appearance. */
export function countFacets<Row>(
  rows: readonly Row[],
  column: Column<Row>,
): [value: string, count: number][] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const value = String(column.value?.(row) ?? '')
    if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
}

function hasTerms<Row>(row: Row, columns: readonly Column<Row>[], terms: readonly string[]): boolean {
  const text = columns
    .map(({ value }) => value?.(row) ?? '')
    .join(' ')
    .toLowerCase()
  return terms.every((term) => text.includes(term))
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares two values. Missing values come last in either direction. */
function compare(a: string | number | null, b: string | number | null, direction: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * direction
  return collator.compare(String(a), String(b)) * direction
}
