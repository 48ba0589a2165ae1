import { useSearchParams } from 'react-router-dom'
import { NewReview } from '../features/reviews/NewReview.tsx'
import { PurchaseReview } from '../features/reviews/PurchaseReview.tsx'
import { Card } from '../ui/controls/Card.tsx'

/** With `?purchase=`, the review is about that purchase. */
export function AddReviewPage() {
  const purchaseId = useSearchParams()[0].get('purchase')
  return (
    <div className="page max-w-[720px]! py-11">
      <Card className="flex flex-col gap-6 p-5 sm:p-8">
        {purchaseId ? <PurchaseReview key={purchaseId} purchaseId={purchaseId} /> : <NewReview />}
      </Card>
    </div>
  )
}
