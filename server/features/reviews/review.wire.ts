import type { HandlerInput } from '../../../contract/api/endpoints.ts'
import type { Review as WireReview } from '../../../contract/reviews.ts'
import type { Config } from '../../config/config.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import type { Review, ReviewText } from './review.repository.ts'

/**
 * Converts a review to its API form for the reader.
 * @param reader anyone sees the author's name; only the author and admins see the email address
 */
export function toWireReview(review: Review, reader: 'anyone' | 'author', config: Config): WireReview {
  return {
    _id: review.id,
    rating: review.rating,
    reviewText: review.text,
    reviewerName: review.authorName,
    reviewerPhoto: toShownPhoto(review.authorPhotoURL, config),
    ...(reader === 'author' && { reviewerEmail: review.authorEmail }),
    createdAt: review.createdAt,
    carName: review.carName,
  }
}

export function fromWireReview(review: HandlerInput<'updateReview'>['body']): ReviewText {
  return { rating: review.rating, text: review.reviewText }
}
