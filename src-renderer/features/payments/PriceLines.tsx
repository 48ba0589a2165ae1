import { formatExact } from '../../../contract/money.ts'
import type { Purchase } from '../../../contract/purchases.ts'

export function PriceLines({ purchase }: { purchase: Purchase }) {
  const { priceMinor, refundState, refundedMinor } = purchase
  const price = priceMinor ?? 0
  const isRefunded = refundState !== 'none'
  const refundedAmount = isRefunded ? price : refundedMinor

  return (
    <dl className="grid gap-2 border-y border-line py-4 tabular-nums">
      <Line name="Price" amount={price} />
      <Line name="Fees" amount={0} />
      <Line name="Total paid" amount={price} isTotal />
      {refundedAmount > 0 && (
        <Line name={refundState === 'pending' ? 'Refund on its way' : 'Refunded'} amount={-refundedAmount} />
      )}
    </dl>
  )
}

interface LineProps {
  name: string
  /** In cents. */
  amount: number
  isTotal?: boolean
}

function Line({ name, amount, isTotal = false }: LineProps) {
  return (
    <div
      className={isTotal ? 'flex justify-between gap-4 text-lead font-bold' : 'flex justify-between gap-4'}
    >
      <dt className={isTotal ? undefined : 'text-muted'}>{name}</dt>
      <dd>{formatExact(amount)}</dd>
    </div>
  )
}
