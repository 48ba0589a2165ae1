import { accountRoutes } from './features/account/account.routes.ts'
import { auditRoutes } from './core/audit/audit.routes.ts'
import { carRoutes } from './features/cars/car.routes.ts'
import { dealRoutes } from './features/deals/deal.routes.ts'
import { depositRoutes } from './features/deposits/deposit.routes.ts'
import { dealDocumentRoutes } from './features/deals/documents/deal-documents.routes.ts'
import { disputeRoutes } from './features/disputes/dispute.routes.ts'
import { feeRoutes } from './features/fees/fee.routes.ts'
import { sellerFeeRoutes } from './features/seller-fees/seller-fees.routes.ts'
import { payoutRoutes } from './features/payouts/payout.routes.ts'
import { statementRoutes } from './features/statements/statement.routes.ts'
import { categoryRoutes } from './features/categories/category.routes.ts'
import { changeRoutes } from './features/changes/changes.routes.ts'
import { eventRoutes } from './core/events/events.routes.ts'
import { feedRoutes } from './features/feeds/feed.routes.ts'
import { holdRoutes } from './features/holds/hold.routes.ts'
import { imageRoutes } from './core/images/image.routes.ts'
import { importRoutes } from './features/imports/import.routes.ts'
import { messageRoutes } from './core/messages/message.routes.ts'
import { newsletterRoutes } from './features/newsletter/newsletter.routes.ts'
import { photoRoutes } from './features/photos/photo.routes.ts'
import { recallRoutes } from './features/recalls/recalls.routes.ts'
import { reportRoutes } from './features/reports/report.routes.ts'
import { reviewRoutes } from './features/reviews/review.routes.ts'
import { sessionRoutes } from './core/sessions/session.routes.ts'
import { undoRoutes } from './features/undo/undo.routes.ts'
import { userRoutes } from './core/users/user.routes.ts'
import { configRoutes } from './features/config/config.routes.ts'
import { paymentRoutes } from './features/payments/payment.routes.ts'
import { purchaseRoutes } from './features/purchases/purchase.routes.ts'
import { shortlistRoutes } from './features/shortlist/shortlist.routes.ts'
import { savedSearchRoutes } from './features/searches/saved-search.routes.ts'
import { restoreSearch } from './features/searches/saved-search.repository.ts'
import { systemRoutes } from './features/system/system.routes.ts'
import { vinRoutes } from './features/vins/vin.routes.ts'
import type { Handlers } from './http/handler.ts'
import { undoChangeSet } from './features/changes/undo-change-set.ts'
import { restoreCategory, type PositionedCategory } from './features/categories/category.repository.ts'
import { restoreDraft } from './features/newsletter/issue.repository.ts'
import { restoreReport } from './features/reports/report.repository.ts'
import { restoreReview } from './features/reviews/review.repository.ts'
import type { UndoKinds } from './features/undo/undo-kind.ts'
import { restorePurchase } from './sale/records/purchase.repository.ts'

/**
 * The kinds of actions that can be undone, except car edits, which are undone by reverting their change set.
 */
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
    restore: (trx, { before }) => restoreCategory(trx, before as PositionedCategory),
  },
  search: {
    table: 'saved_searches',
    owner: 'user_id',
    who: 'user',
    actions: [],
    restore: (trx, { id }, { config }) => restoreSearch(trx, id, config.quotas.searches),
  },
  newsletter: {
    table: 'newsletter_issues',
    owner: 'author_id',
    who: 'admin',
    actions: [],
    restore: (trx, { id }) => restoreDraft(trx, id),
  },
}

export const handlers: Handlers = {
  ...accountRoutes,
  ...auditRoutes,
  ...carRoutes,
  ...categoryRoutes,
  ...changeRoutes,
  ...recallRoutes,
  ...holdRoutes,
  ...feedRoutes,
  ...imageRoutes,
  ...importRoutes,
  ...eventRoutes,
  ...messageRoutes,
  ...newsletterRoutes,
  ...photoRoutes,
  ...reportRoutes,
  ...reviewRoutes,
  ...sessionRoutes,
  ...undoRoutes(undoKinds, undoChangeSet),
  ...userRoutes,
  ...configRoutes,
  ...paymentRoutes,
  ...dealRoutes,
  ...depositRoutes,
  ...dealDocumentRoutes,
  ...payoutRoutes,
  ...statementRoutes,
  ...feeRoutes,
  ...sellerFeeRoutes,
  ...disputeRoutes,
  ...purchaseRoutes,
  ...shortlistRoutes,
  ...savedSearchRoutes,
  ...systemRoutes,
  ...vinRoutes,
}
