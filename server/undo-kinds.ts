import { changeCars, findCars, restoreCars } from './features/cars/car.repository.ts'
import { fromWireChange, wireChange } from './features/cars/car.wire.ts'
import { tellOfReturn } from './features/cars/take-down-notices.ts'
import { restoreDraft } from './features/newsletter/issue.repository.ts'
import { restoreReport } from './features/reports/report.repository.ts'
import { restoreReview } from './features/reviews/review.repository.ts'
import type { UndoKinds } from './features/undo/undo-kind.ts'
import { restorePurchase } from './sale/records/purchase.repository.ts'

/** Everything that can be taken back. */
export const undoKinds: UndoKinds = {
  cars: {
    table: 'cars',
    owner: 'seller_id',
    who: 'seller-or-admin',
    actions: ['withdraw-car', 'hide-car'],
    restore: async (trx, { id }) => (await restoreCars(trx, [id])) === 1,
    tell: async (trx, ctx, actor, ids) => tellOfReturn(trx, ctx, actor, await findCars(trx, ids)),
  },
  'car-changes': {
    table: 'cars',
    owner: 'seller_id',
    who: 'seller-or-admin',
    actions: ['edit-car'],
    restore: async (trx, { id, before }) =>
      (await changeCars(trx, [id], fromWireChange(wireChange.parse(before)))) === 1,
  },
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
  newsletter: {
    table: 'newsletter_issues',
    owner: 'author_id',
    who: 'admin',
    actions: [],
    restore: (trx, { id }) => restoreDraft(trx, id),
  },
}
