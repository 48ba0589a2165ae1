import type { Context } from '../../context.ts'
import { storePriceLabels } from './price-label.repository.ts'

/**
 * Stores how the prices of listed cars compare with those of similar cars, for filters and lists. After a
 * change of a car, only the cars that are compared with it are computed again.
 */
export async function labelPrices({
  db,
  search,
  now,
}: Pick<Context, 'db' | 'search' | 'now'>): Promise<void> {
  for (let hasMore = true; hasMore;) {
    const relabeled = await search.relabel(now().getTime())
    await storePriceLabels(db, relabeled.labels)
    hasMore = relabeled.hasMore
  }
}
