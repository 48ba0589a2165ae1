import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { summarizeReviews } from './review.repository.ts'
import {
  addReview,
  deleteReview,
  editReview,
  getReview,
  listPublicReviews,
  listReviewsBy,
} from './review.service.ts'

export const reviewRoutes: Handlers<
  | 'addReview'
  | 'listAllReviews'
  | 'getReviewSummary'
  | 'listMyReviews'
  | 'getReview'
  | 'updateReview'
  | 'deleteReview'
> = {
  addReview: ({ ctx, actor, body, idempotency }) => addReview(ctx, actor, body, idempotency),
  listAllReviews: async ({ ctx, query, req }) => pageAnswer(await listPublicReviews(ctx, query), req),
  getReviewSummary: ({ ctx }) => summarizeReviews(ctx.db),
  listMyReviews: async ({ ctx, actor, query, req }) =>
    pageAnswer(await listReviewsBy(ctx, actor, query), req),
  getReview: ({ ctx, actor, params }) => getReview(ctx, actor, params.id),
  updateReview: ({ ctx, actor, params, body }) => editReview(ctx, actor, params.id, body),
  deleteReview: ({ ctx, actor, params }) => deleteReview(ctx, actor, params.id),
}
