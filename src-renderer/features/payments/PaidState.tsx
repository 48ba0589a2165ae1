import { CircleCheck, Handshake } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pagePath, pages } from '../../../contract/pages.ts'
import { getReviewLink } from '../../../contract/purchase-review.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { Facts } from './Facts.tsx'
import { MeetSeller } from './MeetSeller.tsx'

interface PaidStateProps {
  purchase: Purchase
  /** True if the buyer has just paid on this page. */
  isFresh: boolean
}

export function PaidState({ purchase, isFresh }: PaidStateProps) {
  const { _id, sellerName, selllerContact, sellerEmail, meetingPlace, transactionID } = purchase
  // Right after paying, the buyer has not met the seller and can't write a review yet.
  const review = isFresh ? null : getReviewLink(purchase)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFresh) title.current?.focus()
  }, [isFresh])

  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="flex gap-3">
        <CircleCheck aria-hidden="true" className="size-8 flex-none text-success" />
        <div className="min-w-0">
          <h2 ref={title} tabIndex={-1} className="text-h3 font-bold">
            {isFresh ? strings.payment.success : 'This purchase is paid'}
          </h2>
          <p className="mt-1 text-muted wrap-anywhere">
            {isFresh
              ? `Next: propose a time for the handover to ${sellerName}. We hold your money until the handover is confirmed, so keep your code until you have the keys.`
              : 'Your deal shows what happens next.'}
          </p>
        </div>
      </div>
      <LinkButton to={pagePath('deal', { id: _id })} className="self-start">
        <Handshake aria-hidden="true" />
        See your deal
      </LinkButton>
      <MeetSeller purchase={purchase} />
      <Facts
        facts={[
          ['Seller', sellerName],
          ['Seller’s phone', selllerContact],
          ['Seller’s email', sellerEmail],
          ['Meeting place', meetingPlace],
          ['Transaction ID', <code key="id">{transactionID}</code>],
        ]}
      />
      <p className="flex flex-wrap gap-x-6">
        <TextLink to={pages.receipt.path.replace(':id', _id)} className="inline-flex min-h-11 items-center">
          View receipt
        </TextLink>
        {review && (
          <TextLink to={review.path} className="inline-flex min-h-11 items-center">
            {review.label}
          </TextLink>
        )}
        <TextLink to={pages.purchases.path} className="inline-flex min-h-11 items-center">
          Back to your list
        </TextLink>
      </p>
    </div>
  )
}

interface RefundedStateProps {
  purchase: Purchase
  /** The ID of a payment that never became a sale. The purchase itself does not contain it. */
  transactionID?: string | undefined
}

export function RefundedState({ purchase, transactionID }: RefundedStateProps) {
  const isPending = purchase.refundState !== 'refunded'
  return (
    <div role="status" className="flex flex-col gap-5">
      <h2 className="text-h3 font-bold">
        {isPending ? 'Your refund is on its way' : 'This purchase was refunded'}
      </h2>
      <p className="text-muted">
        The full amount is going back to your card. Banks can take up to 10 days to show it.
      </p>
      <Facts facts={[['Transaction ID', <code key="id">{transactionID ?? purchase.transactionID}</code>]]} />
      <div className="flex flex-wrap gap-3">
        <LinkButton to={pages.search.path}>See other cars</LinkButton>
        <LinkButton variant="secondary" to={pages.purchases.path}>
          Back to your list
        </LinkButton>
      </div>
    </div>
  )
}
