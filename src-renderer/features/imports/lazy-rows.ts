import { createLazyPart } from '../../ui/lazy-part.tsx'

/** The import's row table, which loads separately from its page. */
export const PlannedRows = createLazyPart(() =>
  import('./PlannedRows.tsx').then((module) => module.PlannedRows),
)
