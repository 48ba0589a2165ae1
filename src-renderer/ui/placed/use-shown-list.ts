import { pagesOf } from '../../api/endpoint.ts'
import { platform } from '../../platform/current.ts'
import type { PagedQuery } from '../PagedTable.tsx'
import type { PlacedList } from './placed-list.ts'
import type { ListQuery } from './placed-pages.ts'
import { usePlacedList, type PlacedSource } from './use-placed-list.ts'

export interface ShownList<Item> {
  query: PagedQuery<Item>
  /** Those that have been read. */
  items: Item[]
  /** How many there are, found or not; null until that is known. */
  total: number | null
  /** In a dense table, which asks for what is in sight. */
  placed?: PlacedList<Item>
}

/** Whether this host's tables are dense: they ask for what is in sight, and a list is not read page after page. */
export function isDense(): boolean {
  return platform.density === 'compact'
}

/** @param roomy the list page after page, skipped where tables are dense */
export function useShownList<Item extends { _id: string }, List extends ListQuery>(
  source: PlacedSource<Item, List>,
  roomy: PagedQuery<Item>,
): ShownList<Item> {
  const dense = usePlacedList(source)
  if (isDense()) return dense
  const { items = [], total } = pagesOf(roomy.data)
  return { query: roomy, items, total }
}
