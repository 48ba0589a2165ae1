import type { Deposit } from '../../../contract/deposits.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import type { Purchase } from '../../../contract/purchases.ts'
import { LinkButton } from '../../ui/controls/Button.tsx'

export function ReservationEnded({ purchase, deposit }: { purchase: Purchase; deposit: Deposit }) {
  const amount = formatMoney(deposit.amount)
  return (
    <div role="status" className="flex flex-col gap-5">
      <div>
        <h2 className="text-h3 font-bold">This reservation has ended</h2>
        <p className="mt-1 text-muted">
          {deposit.disputed
            ? `Your bank decides about your deposit of ${amount} because the payment was disputed. If it doesn’t return the deposit to you, we refund it.`
            : `Your deposit of ${amount} is going back to your card. Banks can take up to 10 days to show it.`}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={pagePath('car', { id: purchase.carID })}>See the car</LinkButton>
        <LinkButton variant="secondary" to={pages.purchases.path}>
          Back to your list
        </LinkButton>
      </div>
    </div>
  )
}
