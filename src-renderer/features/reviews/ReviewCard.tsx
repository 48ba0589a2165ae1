import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Review } from '../../../contract/reviews.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { StarRating } from '../../ui/StarRating.tsx'

/** Rating, text and who wrote it. */
export function ReviewCard({ review, actions }: { review: Review; actions?: ReactNode }) {
  const { rating, reviewText, reviewerName, reviewerPhoto, createdAt, carName } = review
  return (
    <article className="card flex min-w-0 flex-col gap-4 p-5" aria-label={`Review by ${reviewerName}`}>
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <StarRating value={rating} />
          {carName && <VerifiedPurchase />}
        </div>
        {carName && <p className="text-small text-muted wrap-anywhere">Bought the {carName}</p>}
      </div>
      {reviewText && <p className="wrap-anywhere whitespace-pre-line">{reviewText}</p>}
      <div className="mt-auto flex items-center gap-3">
        <Avatar src={reviewerPhoto} name={reviewerName} className="size-11" />
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

function VerifiedPurchase() {
  return (
    <Badge tone="success">
      <BadgeCheck aria-hidden="true" className="size-4" />
      Verified purchase
    </Badge>
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
