import { formatMoney } from '../../../contract/money.ts'
import { pages } from '../../../contract/pages.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { strings } from '../../../contract/strings.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'

/** The spec's column: 'Pay now', or a disabled 'paid'; and why it is neither. */
export function PurchaseStatus({ purchase }: { purchase: Purchase }) {
  const { _id, state, refundState, available, priceMinor, carModelName } = purchase

  if (state === 'refunded' || refundState === 'refunded') return <Badge tone="info">refunded</Badge>
  if (refundState === 'pending') return <Badge tone="info">refund on its way</Badge>
  if (state === 'paid') {
    return (
      <Button size="small" variant="secondary" disabled>
        {strings.payment.paid}
      </Button>
    )
  }
  if (available === 'sold' || available === 'withdrawn') return <Badge>no longer available</Badge>
  if (priceMinor === null) return <Badge>price on request</Badge>
  return (
    <LinkButton size="small" to={pages.payment.path.replace(':id', _id)}>
      {strings.payment.payNow}
      <span className="sr-only">
        {' '}
        {formatMoney(priceMinor)} for {carModelName}
      </span>
    </LinkButton>
  )
}
