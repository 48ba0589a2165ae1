import type { BankAction, DepositState } from '../../../contract/deposits.ts'
import { paymentStateLabels } from '../../../contract/list-labels.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Payment } from '../../../contract/payments.ts'
import { strings } from '../../../contract/strings.ts'
import { Badge, type Tone } from '../../ui/controls/Badge.tsx'
import type { Column } from '../../ui/table/DataTable.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { Price } from '../../ui/controls/Price.tsx'
import { TextLink } from '../../ui/controls/TextLink.tsx'

const TONES: Record<Payment['state'], Tone> = {
  paid: 'success',
  'refund-pending': 'warning',
  'refund-failed': 'danger',
  refunded: 'info',
}

/** The columns that all payment tables share, in display order. */
export const paymentColumns = {
  model: {
    key: 'model',
    header: strings.columns.modelName,
    kind: 'main',
    width: 230,
    value: ({ carName }) => carName,
    render: ({ carID, carName, transactionID }) => (
      <span className="block min-w-0">
        <TextLink to={pagePath('car', { id: carID })} className="wrap-anywhere">
          {carName}
        </TextLink>
        <code className="cell-more block text-tiny font-normal wrap-anywhere text-subtle select-all xl:whitespace-nowrap">
          {transactionID}
        </code>
      </span>
    ),
  },
  amount: {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    width: 100,
    value: ({ amount: cents }) => cents,
    render: ({ amount }) => <Price minor={amount} className="whitespace-nowrap" />,
  },
  buyer: {
    key: 'buyer',
    rank: 2,
    header: 'Buyer email',
    value: ({ buyerEmail }) => buyerEmail,
    render: ({ buyerEmail }) => <EmailText address={buyerEmail} />,
  },
  seller: {
    key: 'seller',
    rank: 4,
    header: 'Seller email',
    value: ({ sellerEmail }) => sellerEmail,
    render: ({ sellerEmail }) => <EmailText address={sellerEmail} />,
  },
  date: {
    key: 'date',
    rank: 3,
    header: 'Paid on',
    value: ({ paidAt }) => paidAt,
    render: ({ paidAt }) => <DateText at={paidAt} />,
  },
  state: {
    key: 'state',
    rank: 1,
    header: 'Status',
    value: ({ state }) => paymentStateLabels[state],
    isFacet: true,
    render: (payment) => <PaymentState payment={payment} />,
  },
} satisfies Record<string, Column<Payment>>

const depositTexts: Record<DepositState, string> = {
  held: 'Deposit. The car is reserved.',
  credited: 'Deposit. The rest was paid by card.',
  refunded: 'Deposit. The reservation has ended.',
  'paid-at-dealership': 'Deposit. The rest was recorded as paid at the dealership.',
}

const disputeTexts: Record<BankAction, string> = {
  'held-by-bank': 'Disputed. A bank holds the money.',
  'returned-by-bank': 'Dispute lost. The bank has returned the money.',
}

function PaymentState({ payment }: { payment: Payment }) {
  const { state, deposit, dispute, refundReason, refundedAmount } = payment
  return (
    <span className="cell-stack">
      <Badge tone={TONES[state]}>{paymentStateLabels[state]}</Badge>
      {deposit && <span className="text-tiny text-muted">{depositTexts[deposit]}</span>}
      {dispute && <span className="text-tiny text-muted">{disputeTexts[dispute]}</span>}
      {state !== 'refunded' && refundedAmount > 0 && (
        <span className="text-tiny text-muted">{formatMoney(refundedAmount)} refunded</span>
      )}
      {refundReason && <span className="text-tiny wrap-anywhere text-muted">{refundReason}</span>}
    </span>
  )
}
