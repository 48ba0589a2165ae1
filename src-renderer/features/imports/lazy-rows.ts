import { lazyPart } from '../../ui/lazy-part.tsx'

/** The table loads apart from the page around it. */
export const PlannedRows = lazyPart(() => import('./PlannedRows.tsx').then((module) => module.PlannedRows))
