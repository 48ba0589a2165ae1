import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import { payoutStateLabels, type Payout } from '../../../contract/payouts.ts'
import { platform } from '../../platform/current.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'

const TONES: Record<Payout['state'], Tone> = { sending: 'info', sent: 'success', failed: 'warning' }

/** Admins also see the sellers. */
export function buildPayoutColumns({ isAdmin }: { isAdmin: boolean }): readonly Column<Payout>[] {
  return [
    {
      key: 'car',
      header: 'Car',
      kind: 'main',
      width: 200,
      value: ({ carName }) => carName,
      render: ({ carName, purchaseID, sellerName }) => (
        <span className="block min-w-0">
          <TextLink to={pagePath('deal', { id: purchaseID })} className="wrap-anywhere">
            {carName}
          </TextLink>
          {isAdmin && (
            <span className="cell-more block text-tiny font-normal wrap-anywhere text-subtle">
              {sellerName}
            </span>
          )}
        </span>
      ),
    },
    ...(isAdmin && platform.density === 'compact' ? [seller] : []),
    moneyColumn('paid', 'Paid', ({ paidMinor }) => paidMinor, 5),
    moneyColumn('fee', 'Fee', ({ feeMinor }) => feeMinor, 4),
    moneyColumn('debt', 'Debt deducted', ({ debtMinor }) => debtMinor, 7),
    {
      ...moneyColumn('amount', 'Payout', ({ amount }) => amount),
      render: ({ amount }) => <b className="font-semibold tabular-nums">{formatMoney(amount)}</b>,
    },
    moneyColumn('reversed', 'Taken back', ({ reversedMinor }) => reversedMinor, 6),
    {
      key: 'state',
      rank: 1,
      header: 'Status',
      width: 100,
      value: ({ state }) => payoutStateLabels[state],
      isFacet: true,
      render: (payout) => <PayoutState payout={payout} />,
    },
    {
      key: 'date',
      rank: 2,
      header: 'Date',
      width: 110,
      value: dateOf,
      render: (payout) => <DateText at={dateOf(payout)} />,
    },
  ]
}

/** For one-line rows only. */
const seller: Column<Payout> = {
  key: 'seller',
  rank: 3,
  header: 'Seller',
  width: 130,
  value: ({ sellerName }) => sellerName,
  render: ({ sellerName }) => <span className="wrap-anywhere">{sellerName}</span>,
}

/** Zero is shown as a dash, so that exceptions stand out. */
function moneyColumn(
  key: string,
  header: string,
  value: (payout: Payout) => number,
  rank?: number,
): Column<Payout> {
  return {
    key,
    header,
    align: 'end',
    width: 90,
    ...(rank !== undefined && { rank }),
    value,
    render: (payout) => <Amount minor={value(payout)} />,
  }
}

function Amount({ minor }: { minor: number }) {
  if (minor > 0) return <span className="tabular-nums">{formatMoney(minor)}</span>
  return (
    <span className="text-subtle">
      <span aria-hidden="true">–</span>
      <span className="sr-only">$0</span>
    </span>
  )
}

export function PayoutState({ payout: { state, failure } }: { payout: Payout }) {
  return (
    <span className="cell-stack">
      <Badge tone={TONES[state]}>{payoutStateLabels[state]}</Badge>
      {state === 'failed' && (
        <span className="text-tiny wrap-anywhere text-muted">
          {failure ? `${failure} ` : ''}
          We’ll try again.
        </span>
      )}
    </span>
  )
}

function dateOf({ sentAt, createdAt }: Payout): string {
  return sentAt ?? createdAt
}
