import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Deposit } from '../../../contract/deposits.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { formatDeadline } from '../../ui/format-deadline.ts'
import { EndReservationButton } from '../../ui/controls/EndReservationButton.tsx'
import { useEndReservation } from './end-reservation.api.ts'
import { ReservationSteps } from './ReservationSteps.tsx'

interface ReservedStateProps {
  purchase: Purchase
  deposit: Deposit
  /** True if the buyer has just paid the deposit on this page. */
  isFresh: boolean
  /** The ways to contact the seller. */
  contact: ReactNode
}

export function ReservedState({ purchase, deposit, isFresh, contact }: ReservedStateProps) {
  const { endProps } = useEndReservation('buyer')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFresh) title.current?.focus()
  }, [isFresh])
  const amount = formatMoney(deposit.amount)
  const rest = formatMoney(purchase.remainingMinor ?? 0)
  const period = `until ${formatDeadline(deposit.reservedUntil)}`

  return (
    <div className="flex flex-col gap-6">
      <div role="status" className="flex gap-3">
        <CircleCheck aria-hidden="true" className="size-8 flex-none text-success" />
        <div className="min-w-0">
          <h2 ref={title} tabIndex={-1} className="text-h3 font-bold">
            Reserved
          </h2>
          <p className="mt-1 text-muted">
            You paid a deposit of {amount}. The car is yours to buy {period}.
          </p>
        </div>
      </div>
      <ReservationSteps deposit={amount} rest={rest} period={period} />
      {contact}
      <div className="flex flex-wrap gap-3 max-sm:*:w-full">
        <LinkButton to={pagePath('payment', { id: purchase._id })}>Pay the rest: {rest}</LinkButton>
        <EndReservationButton {...endProps(purchase)} />
      </div>
      <TextLink to={pages.purchases.path} className="inline-flex min-h-11 items-center self-start">
        Back to your list
      </TextLink>
    </div>
  )
}
