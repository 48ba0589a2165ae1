import type { Deposit } from '../../../contract/deposits.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { AmountLine, AmountLines } from '../../ui/controls/AmountLines.tsx'
import { formatDeadline } from '../../ui/format-deadline.ts'

/** Shows how the amount left to pay follows from the price and the deposit. */
export function RestLines({ purchase, deposit }: { purchase: Purchase; deposit: Deposit }) {
  return (
    <div className="flex flex-col gap-3">
      <AmountLines>
        <AmountLine name="Price" amount={formatMoney(purchase.priceMinor ?? 0)} />
        <AmountLine name="Deposit paid" amount={`−${formatMoney(deposit.amount)}`} />
        <AmountLine name="To pay now" amount={formatMoney(purchase.remainingMinor ?? 0)} isTotal />
      </AmountLines>
      <p className="text-small text-muted">Reserved for you until {formatDeadline(deposit.reservedUntil)}.</p>
    </div>
  )
}
