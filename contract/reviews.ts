import * as z from 'zod'
import { isoTime, text } from './fields.ts'

export const reviewInput = z.object({
  rating: z
    .number('Rate from 0 to 5, in halves.')
    .min(0)
    .max(5)
    // zod's own check takes what is nearly a multiple, too.
    .refine((rating) => Number.isInteger(rating * 2)),
  reviewText: text(2000).default(''),
})

/** `reviewerEmail` is absent in the public list. */
export const review = z.object({
  _id: z.string(),
  rating: z.number(),
  reviewText: z.string(),
  reviewerName: z.string(),
  reviewerPhoto: z.string(),
  reviewerEmail: z.string().optional(),
  createdAt: isoTime,
})

export const deleteReviewAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    acknowledged: z.literal(true),
    deletedCount: z.number().int(),
    undoId: z.string().optional(),
  }),
  message: z.string(),
})

export type Review = z.infer<typeof review>
