import { formatMoney, isPayable, getNotPayableReason } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'
import { Button, LinkButton } from '../../ui/controls/Button.tsx'
import { formatDeadline } from '../../ui/format-deadline.ts'
import { getHeldDeposit } from '../../../contract/reservation.ts'

const UNPAYABLE = 'can’t be paid online'

/** Shows the product specification's status column: 'Pay now', a disabled 'paid', or why neither applies. */
export function PurchaseStatus({ purchase }: { purchase: Purchase }) {
  const { _id, carPriceMinor, carName } = purchase
  const [stateLabel] = describePurchaseState(purchase)

  if (stateLabel === strings.payment.paid) {
    return (
      <Button size="small" variant="secondary" disabled>
        {stateLabel}
      </Button>
    )
  }
  const deposit = getHeldDeposit(purchase)
  if (deposit) {
    return (
      <span className="cell-stack cell-wide">
        <LinkButton
          size="small"
          className="whitespace-nowrap max-md:w-full"
          to={pagePath('payment', { id: _id })}
        >
          Pay the rest: {formatMoney(purchase.remainingMinor ?? 0)}
          <span className="sr-only"> for {carName}</span>
        </LinkButton>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-tiny text-muted">
          <PurchaseBadge purchase={purchase} />
          until {formatDeadline(deposit.reservedUntil)}
        </span>
      </span>
    )
  }
  if (stateLabel === UNPAYABLE) {
    return (
      <span className="cell-stack">
        <PurchaseBadge purchase={purchase} />
        <span className="max-w-[32ch] text-tiny text-muted">
          {getNotPayableReason(carPriceMinor)} Contact the seller.
        </span>
      </span>
    )
  }
  if (stateLabel !== strings.payment.notPaid) return <PurchaseBadge purchase={purchase} />
  return (
    <LinkButton
      size="small"
      className="cell-wide whitespace-nowrap"
      to={pages.payment.path.replace(':id', _id)}
    >
      {strings.payment.payNow} {formatMoney(carPriceMinor ?? 0)}
      <span className="sr-only"> for {carName}</span>
    </LinkButton>
  )
}

export function PurchaseBadge({ purchase }: { purchase: Purchase }) {
  const [stateLabel, tone] = describePurchaseState(purchase)
  return <Badge tone={tone}>{stateLabel}</Badge>
}

function describePurchaseState(purchase: Purchase): [stateLabel: string, tone: Tone] {
  const { state, refundState, available, carPriceMinor } = purchase
  if (state === 'refunded' || refundState === 'refunded') return ['refunded', 'info']
  if (refundState === 'pending') return ['refund on its way', 'info']
  if (state === 'paid') return [strings.payment.paid, 'success']
  if (getHeldDeposit(purchase)) return ['reserved', 'warning']
  if (available === 'sold' || available === 'withdrawn') return ['no longer available', 'neutral']
  if (!isPayable(carPriceMinor)) return [UNPAYABLE, 'neutral']
  return [strings.payment.notPaid, 'neutral']
}
