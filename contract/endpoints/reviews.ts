import * as z from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { emailQuery, exportedQuery, exportProblems, idParams, inserted, modified } from '../fields.ts'
import type { EndpointName } from '../paths.ts'
import * as reviews from '../reviews.ts'

export const reviewEndpoints = {
  addReview: {
    summary: 'Write a review, of a purchase of yours if you name one',
    who: 'user',
    body: reviews.newReview,
    output: inserted,
    problems: ['not-found', 'not-bought', 'already-reviewed', 'key-reused'],
    limit: 'W2',
    idempotencyKey: true,
  },
  listAllReviews: {
    summary: 'List all reviews, without email addresses',
    who: 'anyone',
    query: exportedQuery,
    output: z.array(reviews.review),
    problems: exportProblems,
    limit: 'R0',
  },
  getReviewSummary: {
    summary: 'How many reviews there are of each rating, and their average',
    who: 'anyone',
    output: reviews.reviewSummary,
    limit: 'R0',
  },
  listMyReviews: {
    summary: 'List your own reviews',
    who: 'user',
    self: 'query',
    query: emailQuery.extend(exportedQuery.shape),
    output: z.array(reviews.review),
    limit: 'R1',
  },
  getReview: {
    summary: 'Get a review to edit',
    who: 'user',
    row: 'owner-or-admin',
    params: idParams,
    output: reviews.review,
    problems: ['not-found'],
    limit: 'R1',
  },
  updateReview: {
    summary: 'Edit your review',
    who: 'user',
    row: 'owner',
    params: idParams,
    body: reviews.reviewInput,
    output: modified,
    problems: ['not-found'],
    limit: 'W1',
  },
  deleteReview: {
    summary: 'Delete a review',
    who: 'user',
    row: 'owner-or-admin',
    params: idParams,
    output: reviews.deleteReviewAnswer,
    problems: ['not-found'],
    limit: 'W1',
  },
} as const satisfies Partial<Record<EndpointName, Endpoint>>
