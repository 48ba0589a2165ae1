import { BadgeCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Review } from '../../../contract/reviews.ts'
import { flattenPages } from '../../api/endpoint.ts'
import { Avatar } from '../../ui/controls/Avatar.tsx'
import { Badge } from '../../ui/controls/Badge.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { LoadMore } from '../../ui/table/LoadMore.tsx'
import { ListError } from '../../ui/table/ListError.tsx'
import { StarRating } from '../../ui/controls/StarRating.tsx'
import type { PagedQuery } from '../../ui/table/table-props.ts'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { useErrorToast } from '../../ui/overlays/use-error-toast.ts'

const GRID = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

interface ReviewListProps {
  query: PagedQuery<Review>
  actionsFor?: (review: Review) => ReactNode
  empty: ReactNode
}

export function ReviewList({ query, actionsFor, empty }: ReviewListProps) {
  const { items, total } = flattenPages(query.data)
  useErrorToast(query)
  if (!items && query.error) return <ListError query={query} />
  if (!items) {
    return (
      <Loading label="Loading reviews" className={GRID}>
        {[1, 2, 3].map((index) => (
          <ReviewCardSkeleton key={index} />
        ))}
      </Loading>
    )
  }
  if (items.length === 0) return <div className="card">{empty}</div>
  return (
    <>
      <ul className={GRID}>
        {items.map((review) => (
          <li key={review._id} className="grid">
            <ReviewCard review={review} actions={actionsFor?.(review)} />
          </li>
        ))}
      </ul>
      <LoadMore
        shown={items.length}
        total={total}
        hasMore={query.hasNextPage}
        isLoading={query.isFetchingNextPage}
        error={query.error}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </>
  )
}

function ReviewCard({ review, actions }: { review: Review; actions?: ReactNode }) {
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

function ReviewCardSkeleton() {
  return (
    <div className="card flex flex-col gap-4 p-5">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-40" />
    </div>
  )
}
