import { Star } from 'lucide-react'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import { RatingSummary } from '../features/reviews/RatingSummary.tsx'
import { ReviewList } from '../features/reviews/ReviewList.tsx'
import { allReviews, reviewsApi } from '../features/reviews/reviews.api.ts'
import { useSession } from '../session/use-session.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { ExportMenu } from '../ui/table/ExportMenu.tsx'

export function ReviewsPage() {
  const { me } = useSession()
  const query = reviewsApi.useListAllReviewsInfiniteQuery(allReviews, { refetchOnMountOrArgChange: 30 })
  return (
    <div className="page flex flex-col gap-8 py-11">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-h1 font-heavy">{strings.reviews.allTitle}</h1>
        <div className="flex flex-wrap gap-3">
          {me?.isAdmin && <ExportMenu list="listAllReviews" fileName="kerblight-reviews" />}
          <LinkButton to={pages.addReview.path}>Add a review</LinkButton>
        </div>
      </div>
      <RatingSummary />
      <ReviewList
        query={query}
        empty={<EmptyState icon={<Star />} title="No reviews yet" text="Be the first to write one." />}
      />
    </div>
  )
}
