import { useNavigate } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { useMe } from '../../session/use-session.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { ReviewForm, type ReviewValues } from './ReviewForm.tsx'
import { reviewsApi } from './reviews.api.ts'

export function NewReview({ purchase }: { purchase?: Purchase }) {
  const { email } = useMe()
  const navigate = useNavigate()
  const [addReview] = reviewsApi.useAddReviewMutation()
  const keyOf = useIdempotencyKey()

  async function handleSubmit(values: ReviewValues) {
    const body = purchase ? { ...values, purchasedItemID: purchase._id } : values
    await addReview({ body, headers: { 'Idempotency-Key': keyOf(body) } }).unwrap()
    toast.success(strings.reviews.added)
    void navigate(pages.myReviews.path)
  }

  return (
    <>
      <h1 className="text-h2 font-heavy">{strings.reviews.addTitle}</h1>
      <ReviewForm
        carName={purchase?.carName ?? null}
        initial={{ rating: 0, reviewText: '' }}
        draft={['review', email, purchase?._id].filter(Boolean).join('.')}
        submitLabel={strings.reviews.submit}
        cancelLabel={strings.reviews.later}
        onSubmit={handleSubmit}
        onCancel={() => void navigate(purchase ? pages.purchases.path : '/')}
      />
    </>
  )
}
