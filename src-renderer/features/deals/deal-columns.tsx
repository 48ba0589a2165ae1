import { TriangleAlert } from 'lucide-react'
import { dealStateLabels, type DealState } from '../../../contract/deal-life.ts'
import type { ListedDeal } from '../../../contract/deals.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'

const TONES: Record<DealState, Tone> = {
  paid: 'info',
  'handover-agreed': 'primary',
  'handed-over': 'primary',
  released: 'success',
  closed: 'neutral',
  problem: 'danger',
  refunded: 'neutral',
  disputed: 'danger',
}

export const dealColumns: readonly Column<ListedDeal>[] = [
  {
    key: 'car',
    header: 'Car',
    kind: 'main',
    width: 220,
    value: ({ carName }) => carName,
    render: ({ purchaseID, carName }) => (
      <TextLink to={pagePath('deal', { id: purchaseID })} className="wrap-anywhere">
        {carName}
      </TextLink>
    ),
  },
  {
    key: 'state',
    rank: 1,
    header: 'Status',
    width: 150,
    isFacet: true,
    value: ({ state }) => dealStateLabels[state],
    render: ({ state }) => <DealStateBadge state={state} />,
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    width: 100,
    value: ({ amount }) => amount,
    render: (deal) => <Amount deal={deal} />,
  },
  {
    key: 'buyer',
    rank: 2,
    header: 'Buyer',
    width: 150,
    value: ({ buyerName }) => buyerName,
    render: ({ buyerName }) => <span className="wrap-anywhere">{buyerName}</span>,
  },
  {
    key: 'seller',
    rank: 3,
    header: 'Seller',
    width: 150,
    value: ({ sellerName }) => sellerName,
    render: ({ sellerName }) => <span className="wrap-anywhere">{sellerName}</span>,
  },
  {
    key: 'date',
    rank: 4,
    header: 'Paid on',
    width: 120,
    value: ({ paidAt }) => paidAt,
    render: ({ paidAt }) => <DateText at={paidAt} />,
  },
  {
    key: 'handover',
    rank: 5,
    header: 'Handover',
    width: 170,
    value: ({ handoverAt }) => handoverAt,
    render: ({ handoverAt }) =>
      handoverAt ? <DateText at={handoverAt} hasTime /> : <span className="text-subtle">Not agreed</span>,
  },
]

export function DealStateBadge({ state }: { state: DealState }) {
  const isInterrupted = state === 'problem' || state === 'disputed'
  return (
    <Badge tone={TONES[state]}>
      {isInterrupted && <TriangleAlert aria-hidden="true" className="size-3.5" />}
      {dealStateLabels[state]}
    </Badge>
  )
}

function Amount({ deal: { amount, refundedMinor } }: { deal: ListedDeal }) {
  return (
    <span className="cell-stack">
      <Price minor={amount} className="whitespace-nowrap" />
      {refundedMinor > 0 && (
        <span className="cell-more text-tiny text-muted">{formatMoney(refundedMinor)} refunded</span>
      )}
    </span>
  )
}
