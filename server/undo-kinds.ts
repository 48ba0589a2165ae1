import { findCars } from './features/cars/car.repository.ts'
import { tellOfReturn } from './features/cars/take-down-notices.ts'
import { revertCars } from './features/changes/revert-cars.ts'
import { restoreCategory, type PlacedCategory } from './features/categories/category.repository.ts'
import { restoreDraft } from './features/newsletter/issue.repository.ts'
import { restoreReport } from './features/reports/report.repository.ts'
import { restoreReview } from './features/reviews/review.repository.ts'
import type { UndoKind, UndoKinds, UndoRow } from './features/undo/undo-kind.ts'
import { restorePurchase } from './sale/records/purchase.repository.ts'

/** Everything that can be taken back. */
export const undoKinds: UndoKinds = {
  cars: {
    table: 'cars',
    owner: 'seller_id',
    who: 'seller-or-admin',
    proven: true,
    actions: ['withdraw-car', 'hide-car'],
    restore: restoreCar,
    setOf,
    tell: async (trx, ctx, actor, ids) => tellOfReturn(trx, ctx, actor, await findCars(trx, ids)),
  },
  'car-states': {
    table: 'cars',
    owner: 'seller_id',
    who: 'seller-or-admin',
    proven: true,
    actions: ['move-car'],
    restore: restoreCar,
    setOf,
    tell: async (trx, ctx, actor, ids) => tellOfReturn(trx, ctx, actor, await findCars(trx, ids)),
  },
  'car-changes': {
    table: 'cars',
    owner: 'seller_id',
    who: 'seller-or-admin',
    proven: true,
    actions: ['edit-car', 'revert-car'],
    restore: restoreCar,
    setOf,
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

/** What was done to it is reverted; of several, those that can be. */
async function restoreCar(
  ...[trx, row, { ctx, actor, isAlone }]: Parameters<UndoKind['restore']>
): Promise<boolean> {
  const what = { set: setOf(row), cars: [row.id], orThrow: isAlone }
  const { reverted } = await revertCars(trx, ctx, actor, what)
  return reverted.length === 1
}

function setOf({ before }: UndoRow): number {
  return Number(before)
}
