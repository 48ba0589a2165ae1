import { Star } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { pages } from '../../../contract/pages.ts'
import { getReviewLink } from '../../../contract/purchase-review.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { toProblem } from '../../api/problem.ts'
import { useMe } from '../../session/use-session.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/controls/EmptyState.tsx'
import { ErrorState } from '../../ui/controls/ErrorState.tsx'
import { Loading, Skeleton } from '../../ui/controls/Skeleton.tsx'
import { purchasesApi } from '../purchases/purchases.api.ts'
import { NewReview } from './NewReview.tsx'

export function PurchaseReview({ purchaseId }: { purchaseId: string }) {
  const me = useMe()
  const { currentData, error, isFetching, refetch } = purchasesApi.useGetPurchaseQuery(
    { params: { id: purchaseId } },
    { refetchOnMountOrArgChange: true },
  )
  // Admins can read other users' purchases, too.
  const isOtherBuyers = currentData !== undefined && currentData.buyerEmail !== me.email
  if (isOtherBuyers || (error && toProblem(error).status === 404))
    return <NoForm title="We couldn’t find that purchase" />
  if (currentData) return <ReviewOf key={currentData._id} current={currentData} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  return (
    <Loading>
      <Skeleton className="h-60 w-full" />
    </Loading>
  )
}

function ReviewOf({ current }: { current: Purchase }) {
  // Keeps the purchase from when the form opened, so a change in another window discards no input. Saving
  // reports the change.
  const [purchase] = useState(current)
  const link = getReviewLink(purchase)
  if (!link) {
    return purchase.transactionID === null ? (
      <NoForm title="This purchase isn’t paid yet" text="Once it’s paid, you can review it." />
    ) : (
      <NoForm title="This purchase was refunded" text="You can still review Kerblight as a whole.">
        <LinkButton to={pages.addReview.path}>Add a review</LinkButton>
      </NoForm>
    )
  }
  if (purchase.reviewID === null) return <NewReview purchase={purchase} />
  return (
    <NoForm title="You’ve already reviewed this purchase">
      <LinkButton to={link.path}>{link.label}</LinkButton>
    </NoForm>
  )
}

function NoForm({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <EmptyState
      as="h1"
      icon={<Star />}
      title={title}
      text={text}
      action={
        <>
          {children}
          <LinkButton variant="secondary" to={pages.purchases.path}>
            View your list
          </LinkButton>
        </>
      }
    />
  )
}
