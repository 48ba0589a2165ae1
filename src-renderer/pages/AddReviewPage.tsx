import { useNavigate } from 'react-router-dom'
import { pages } from '../../contract/pages.ts'
import { strings } from '../../contract/strings.ts'
import { useIdempotencyKey } from '../api/idempotency-key.ts'
import { useMe } from '../app/session/use-session.ts'
import { ReviewForm, type ReviewValues } from '../features/reviews/ReviewForm.tsx'
import { reviewsApi } from '../features/reviews/reviews.api.ts'
import { Card } from '../ui/Card.tsx'
import { toast } from '../ui/toast.ts'

/** /reviews/add */
export function AddReviewPage() {
  const { email } = useMe()
  const navigate = useNavigate()
  const [addReview] = reviewsApi.useAddReviewMutation()
  const keyOf = useIdempotencyKey()

  async function handleSubmit(body: ReviewValues) {
    await addReview({ body, headers: { 'Idempotency-Key': keyOf(body) } }).unwrap()
    toast.success(strings.reviews.added)
    void navigate(pages.myReviews.path)
  }

  return (
    <div className="page max-w-[720px]! py-11">
      <Card className="flex flex-col gap-6 p-5 sm:p-8">
        <h1 className="text-h2 font-heavy">{strings.reviews.addTitle}</h1>
        <ReviewForm
          initial={{ rating: 0, reviewText: '' }}
          draft={`review.${email}`}
          submitLabel={strings.reviews.submit}
          cancelLabel={strings.reviews.later}
          onSubmit={handleSubmit}
          onCancel={() => void navigate('/')}
        />
      </Card>
    </div>
  )
}
