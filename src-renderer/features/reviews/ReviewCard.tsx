import type { ReactNode } from 'react'
import type { Review } from '../../../contract/reviews.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StarRating } from '../../ui/StarRating.tsx'

/** Rating, text and who wrote it. */
export function ReviewCard({ review, actions }: { review: Review; actions?: ReactNode }) {
  const { rating, reviewText, reviewerName, reviewerPhoto, createdAt } = review
  return (
    <article className="card flex min-w-0 flex-col gap-4 p-5" aria-label={`Review by ${reviewerName}`}>
      <StarRating value={rating} />
      {reviewText && <p className="wrap-anywhere whitespace-pre-line">{reviewText}</p>}
      <div className="mt-auto flex items-center gap-3">
        <Avatar src={reviewerPhoto} name={reviewerName} size={44} />
        <p className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{reviewerName}</span>
          <span className="text-tiny text-subtle">
            <DateText at={createdAt} />
          </span>
        </p>
        {actions}
      </div>
    </article>
  )
}

export function ReviewCardSkeleton() {
  return (
    <div className="card flex flex-col gap-4 p-5">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-40" />
    </div>
  )
}
