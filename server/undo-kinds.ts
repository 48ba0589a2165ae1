import { restoreCategory, type PlacedCategory } from './features/categories/category.repository.ts'
import { restoreDraft } from './features/newsletter/issue.repository.ts'
import { restoreReport } from './features/reports/report.repository.ts'
import { restoreReview } from './features/reviews/review.repository.ts'
import type { UndoKinds } from './features/undo/undo-kind.ts'
import { restorePurchase } from './sale/records/purchase.repository.ts'

/** Everything that can be taken back, except changes of cars: their undo reverts the change set. */
export const undoKinds: UndoKinds = {
  purchase: {
    table: 'purchases',
    owner: 'buyer_id',
    who: 'user',
    actions: [],
    restore: (trx, { id }) => restorePurchase(trx, id),
  },
  report: {
    table: 'reports',
    owner: 'reporter_id',
    who: 'user',
    actions: ['delete-report'],
    restore: (trx, { id }) => restoreReport(trx, id),
  },
  review: {
    table: 'reviews',
    owner: 'author_id',
    who: 'user',
    actions: ['delete-review'],
    restore: (trx, { id }) => restoreReview(trx, id),
  },
  make: {
    table: 'categories',
    owner: 'name',
    who: 'admin',
    actions: ['delete-make'],
    restore: (trx, { before }) => restoreCategory(trx, before as PlacedCategory),
  },
  newsletter: {
    table: 'newsletter_issues',
    owner: 'author_id',
    who: 'admin',
    actions: [],
    restore: (trx, { id }) => restoreDraft(trx, id),
  },
}
