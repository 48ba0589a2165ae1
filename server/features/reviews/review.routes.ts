import type { reviewEndpoints } from '../../../contract/reviews.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { listReviews, summarizeReviews } from './review.repository.ts'
import { addReview, deleteReview, editReview, getReview, listReviewsBy } from './review.service.ts'
import { fromWireReview, toWireReview } from './review.wire.ts'

export const reviewRoutes: Handlers<keyof typeof reviewEndpoints> = {
  addReview: ({ ctx, actor, body, idempotency }) =>
    addReview(ctx, actor, fromWireReview(body), body.purchasedItemID, idempotency),
  listAllReviews: async ({ ctx, query, req }) =>
    pageResponse(await listReviews(ctx.db, query), req, (review) =>
      toWireReview(review, 'anyone', ctx.config),
    ),
  getReviewSummary: ({ ctx }) => summarizeReviews(ctx.db),
  listMyReviews: async ({ ctx, actor, query, req }) =>
    pageResponse(await listReviewsBy(ctx, actor, query), req, (review) =>
      toWireReview(review, 'author', ctx.config),
    ),
  getReview: async ({ ctx, actor, params }) =>
    toWireReview(await getReview(ctx, actor, params.id), 'author', ctx.config),
  updateReview: ({ ctx, actor, params, body }) => editReview(ctx, actor, params.id, fromWireReview(body)),
  deleteReview: ({ ctx, actor, params }) => deleteReview(ctx, actor, params.id),
}
