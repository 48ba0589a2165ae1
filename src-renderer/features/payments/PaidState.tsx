import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pages } from '../../../contract/pages.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Facts } from './Facts.tsx'

interface PaidStateProps {
  purchase: Purchase
  /** Paid a moment ago on this page, and not found paid. */
  isFresh: boolean
}

/** The transaction id and what comes next. */
export function PaidState({ purchase, isFresh }: PaidStateProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFresh) title.current?.focus()
  }, [isFresh])

  return (
    <div role="status" className="flex flex-col gap-5">
      <div className="flex items-center gap-3">
        <CircleCheck aria-hidden="true" className="size-8 flex-none text-success" />
        <h2 ref={title} tabIndex={-1} className="text-h3 font-bold">
          {isFresh ? strings.payment.success : 'This purchase is paid'}
        </h2>
      </div>
      <Facts
        facts={[
          ['Transaction id', <code key="id">{purchase.transactionID}</code>],
          ['Seller', purchase.sellerEmail],
          ['Seller’s number', purchase.selllerContact],
          ['Meeting place', purchase.meetingPlace],
        ]}
      />
      <p className="text-muted">Next: call the seller and agree when to meet. They have your number now.</p>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={pages.receipt.path.replace(':id', purchase._id)}>Open the receipt</LinkButton>
        <LinkButton variant="secondary" to={pages.purchases.path}>
          Back to my list
        </LinkButton>
      </div>
    </div>
  )
}

interface RefundedStateProps {
  purchase: Purchase
  /** Of a payment that never became a sale, so that the purchase does not name it. */
  transactionID?: string | undefined
}

export function RefundedState({ purchase, transactionID }: RefundedStateProps) {
  const isPending = purchase.refundState !== 'refunded'
  return (
    <div role="status" className="flex flex-col gap-5">
      <h2 className="text-h3 font-bold">
        {isPending ? 'Your money is on its way back' : 'This purchase was refunded'}
      </h2>
      <p className="text-muted">
        The whole amount goes back to your card. Banks take up to ten days to show it.
      </p>
      <Facts facts={[['Transaction id', <code key="id">{transactionID ?? purchase.transactionID}</code>]]} />
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/#car-category">See other cars</LinkButton>
        <LinkButton variant="secondary" to={pages.purchases.path}>
          Back to my list
        </LinkButton>
      </div>
    </div>
  )
}
