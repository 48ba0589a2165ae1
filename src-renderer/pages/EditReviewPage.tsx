import { useNavigate, useParams } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { toProblem } from '../api/problem.ts'
import { useMe } from '../session/use-session.ts'
import { ReviewForm, type ReviewValues } from '../features/reviews/ReviewForm.tsx'
import { reviewsApi } from '../features/reviews/reviews.api.ts'
import { LinkButton } from '../ui/controls/Button.tsx'
import { Card } from '../ui/controls/Card.tsx'
import { clearDraft } from '../ui/form/draft.ts'
import { EmptyState } from '../ui/controls/EmptyState.tsx'
import { ErrorState } from '../ui/controls/ErrorState.tsx'
import { Loading, Skeleton } from '../ui/controls/Skeleton.tsx'
import { toast } from '../ui/overlays/toast.ts'

export function EditReviewPage() {
  const id = useParams().id ?? ''
  const draft = `review.${useMe().email}.${id}`
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = reviewsApi.useGetReviewQuery({ params: { id } })
  const [updateReview] = reviewsApi.useUpdateReviewMutation()

  async function handleSubmit(body: ReviewValues) {
    await updateReview({ params: { id }, body }).unwrap()
    toast.success('Review saved')
    void navigate(pages.myReviews.path)
  }

  function handleCancel() {
    clearDraft(draft)
    void navigate(pages.myReviews.path)
  }

  return (
    <div className="page max-w-[720px]! py-11">
      <Card className="flex flex-col gap-6 p-5 sm:p-8">
        {data ? (
          <>
            <h1 className="text-h2 font-heavy">Edit your review</h1>
            <ReviewForm
              key={data._id}
              carName={data.carName}
              initial={{ rating: data.rating, reviewText: data.reviewText }}
              draft={draft}
              submitLabel="Save review"
              cancelLabel="Cancel"
              onSubmit={handleSubmit}
              onCancel={handleCancel}
            />
          </>
        ) : error && toProblem(error).status === 404 ? (
          <EmptyState
            as="h1"
            title="We couldn’t find that review among yours"
            action={<LinkButton to={pages.myReviews.path}>Open my reviews</LinkButton>}
          />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
        ) : (
          <Loading>
            <Skeleton className="h-60 w-full" />
          </Loading>
        )}
      </Card>
    </div>
  )
}
