import * as z from 'zod'
import {
  id,
  isoTime,
  text,
  emailQuery,
  exportedQuery,
  exportProblems,
  idParams,
  inserted,
  modified,
} from './api/fields.ts'
import type { Endpoint } from './api/endpoint.ts'
import type { EndpointName } from './api/paths.ts'

export const reviewInput = z.object({
  rating: z
    .number('Rate from 0 to 5, in halves.')
    .min(0)
    .max(5)
    // Zod's `multipleOf` also accepts values that are only close to a multiple.
    .refine((rating) => Number.isInteger(rating * 2)),
  reviewText: text(2000).default(''),
})

const newReview = reviewInput.extend({
  /** The author's purchase that the review is about. It must be paid, not refunded, and not reviewed yet. */
  purchasedItemID: id.optional(),
})

/** `reviewerEmail` is absent in the public list. */
const review = z.object({
  _id: z.string(),
  rating: z.number(),
  reviewText: z.string(),
  reviewerName: z.string(),
  reviewerPhoto: z.string(),
  reviewerEmail: z.string().optional(),
  createdAt: isoTime,
  /** The car that the author bought on Kerblight, or null without a purchase or after a refund. */
  carName: z.string().nullable(),
})

const reviewSummary = z.object({
  count: z.number().int(),
  /** The average rating, or null if there are no reviews. */
  average: z.number().nullable(),
  /** Number of reviews per rating, highest first. Ratings without reviews are left out. */
  ratings: z.array(z.object({ rating: z.number(), count: z.number().int() })),
})

const deleteReviewResult = z.object({
  success: z.literal(true),
  data: z.object({
    acknowledged: z.literal(true),
    deletedCount: z.number().int(),
    undoId: z.string().optional(),
  }),
  message: z.string(),
})

export type Review = z.infer<typeof review>
export type ReviewSummary = z.infer<typeof reviewSummary>

export const reviewEndpoints = {
  addReview: {
    summary: 'Write a review, optionally about one of your purchases',
    who: 'user',
    body: newReview,
    output: inserted,
    problems: ['not-found', 'not-bought', 'already-reviewed', 'key-reused'],
    limit: 'W2',
    idempotencyKey: true,
  },
  listAllReviews: {
    summary: 'List all reviews without email addresses, newest first',
    who: 'anyone',
    query: exportedQuery,
    output: z.array(review),
    problems: exportProblems,
    limit: 'R0',
  },
  getReviewSummary: {
    summary: 'Count the reviews by rating, with the average',
    who: 'anyone',
    output: reviewSummary,
    limit: 'R0',
  },
  listMyReviews: {
    summary: 'List your own reviews',
    who: 'user',
    self: 'query',
    query: emailQuery.extend(exportedQuery.shape),
    output: z.array(review),
    limit: 'R1',
  },
  getReview: {
    summary: 'Get one of your own reviews',
    who: 'user',
    row: 'owner-or-admin',
    params: idParams,
    output: review,
    problems: ['not-found'],
    limit: 'R1',
  },
  updateReview: {
    summary: 'Edit your review',
    who: 'user',
    row: 'owner',
    params: idParams,
    body: reviewInput,
    output: modified,
    problems: ['not-found'],
    limit: 'W1',
  },
  deleteReview: {
    summary: 'Delete a review',
    who: 'user',
    row: 'owner-or-admin',
    params: idParams,
    output: deleteReviewResult,
    problems: ['not-found'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
