import type { ReactNode } from 'react'
import type { Review } from '../../../contract/reviews.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { LoadMore } from '../../ui/LoadMore.tsx'
import { ListError } from '../../ui/ListError.tsx'
import type { PagedQuery } from '../../ui/list/table-props.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { useErrorToast } from '../../ui/use-error-toast.ts'
import { ReviewCard, ReviewCardSkeleton } from './ReviewCard.tsx'

const GRID = 'grid gap-5 sm:grid-cols-2 lg:grid-cols-3'

interface ReviewListProps {
  query: PagedQuery<Review>
  actionsFor?: (review: Review) => ReactNode
  empty: ReactNode
}

export function ReviewList({ query, actionsFor, empty }: ReviewListProps) {
  const { items, total } = pagesOf(query.data)
  useErrorToast(query)
  if (!items && query.error) return <ListError query={query} />
  if (!items) {
    return (
      <Loading label="Loading reviews" className={GRID}>
        {[1, 2, 3].map((place) => (
          <ReviewCardSkeleton key={place} />
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
