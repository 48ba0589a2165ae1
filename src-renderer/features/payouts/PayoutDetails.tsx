import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Payout } from '../../../contract/payouts.ts'
import { DateText } from '../../ui/controls/DateText.tsx'
import { PanelFacts } from '../../ui/controls/PanelFacts.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { PayoutState } from './payout-columns.tsx'

/** Shows a payout in the console's side panel. */
export function PayoutDetails({ payout }: { payout: Payout }) {
  const { amount, paidMinor, feeMinor, debtMinor, reversedMinor, transferID, createdAt, sentAt } = payout
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="text-h3">{formatMoney(amount)}</p>
        <PayoutState payout={payout} />
      </div>
      <PanelFacts
        facts={[
          ['Paid by the buyer', formatMoney(paidMinor)],
          ['Fee', formatMoney(feeMinor)],
          ['Debt deducted', debtMinor > 0 && formatMoney(debtMinor)],
          ['Taken back', reversedMinor > 0 && formatMoney(reversedMinor)],
          ['Seller', payout.sellerName],
          ['Started', <DateText key="created" at={createdAt} hasTime />],
          ['Paid out', sentAt && <DateText key="sent" at={sentAt} hasTime />],
          [
            'Transfer ID',
            transferID && (
              <code key="transfer" className="wrap-anywhere select-all">
                {transferID}
              </code>
            ),
          ],
        ]}
      />
      <TextLink to={pagePath('deal', { id: payout.purchaseID })}>View deal</TextLink>
    </div>
  )
}
