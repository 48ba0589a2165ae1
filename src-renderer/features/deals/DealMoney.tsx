import { isBeforeHandover } from '../../../contract/deal-life.ts'
import type { Deal } from '../../../contract/deals.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pages } from '../../../contract/pages.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { DealSection } from './DealSection.tsx'

interface DealAmountsProps {
  deal: Deal
  feeMinor: number
  payoutMinor: number
}

/** Shows the seller and admins how the payout follows from the payment. */
export function DealAmounts({ deal, feeMinor, payoutMinor }: DealAmountsProps) {
  const { amount, refundedMinor, paidElsewhereMinor, role } = deal
  return (
    <DealSection title="Money">
      <dl className="deal-money">
        <MoneyRow name={paidElsewhereMinor > 0 ? 'Buyer paid by card' : 'Buyer paid'} amount={amount} />
        {refundedMinor > 0 && <MoneyRow name="Refunded" amount={-refundedMinor} />}
        <MoneyRow name="Fee" amount={-feeMinor} />
        <MoneyRow name={role === 'seller' ? 'Your payout' : 'Payout'} amount={payoutMinor} isTotal />
      </dl>
      {paidElsewhereMinor > 0 && (
        <p className="text-small text-muted">
          {`${formatMoney(paidElsewhereMinor)} was recorded as paid at the dealership. It’s between buyer and seller and not part of the payout.`}
        </p>
      )}
      <p className="text-small text-muted">
        {isBeforeHandover(deal) && 'Paid out after the handover. '}
        <TextLink to={pages.payouts.path}>See payouts</TextLink>
      </p>
    </DealSection>
  )
}

function MoneyRow({ name, amount, isTotal = false }: { name: string; amount: number; isTotal?: boolean }) {
  return (
    <div data-total={isTotal || undefined}>
      <dt>{name}</dt>
      <dd>{amount < 0 ? `−${formatMoney(-amount)}` : formatMoney(amount)}</dd>
    </div>
  )
}
