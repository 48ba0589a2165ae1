import type { Context } from '../../context.ts'
import type { Relabeled } from '../../search/prices/price-index.ts'
import { storePriceLabels } from './price-label.repository.ts'

/** Number of labels that one transaction stores, unless fewer remain. */
const LABELS_PER_BATCH = 500

/**
 * Creates a job that stores how the prices of listed cars compare with those of similar cars, for filters and lists.
 * After a change of a car, only the cars that are compared with it are computed again. After a failed run, all are.
 */
export function createPriceLabeler() {
  let isComplete = true
  return async ({ db, search, now }: Pick<Context, 'db' | 'search' | 'now'>): Promise<void> => {
    let isFresh = !isComplete
    isComplete = false
    const unstored: Relabeled['labels'] = []
    for (let hasMore = true; hasMore; isFresh = false) {
      const relabeled = await search.relabel({ now: now().getTime(), isFresh })
      unstored.push(...relabeled.labels)
      hasMore = relabeled.hasMore
      if (!hasMore || unstored.length >= LABELS_PER_BATCH) await storePriceLabels(db, unstored.splice(0))
    }
    isComplete = true
  }
}
