import { lazyPart } from '../../ui/lazy-part.tsx'

/** The table of an import's rows, which loads separately from the page around it. */
export const PlannedRows = lazyPart(() => import('./PlannedRows.tsx').then((module) => module.PlannedRows))
