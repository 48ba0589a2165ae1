import { paymentStateWords } from '../../../contract/list-words.ts'
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
    value: ({ state }) => paymentStateWords[state],
    isFacet: true,
    render: (payment) => <PaymentState payment={payment} />,
  },
} satisfies Record<string, Column<Payment>>

function PaymentState({ payment: { state, refundReason, refundedAmount } }: { payment: Payment }) {
  return (
    <span className="cell-stack">
      <Badge tone={TONES[state]}>{paymentStateWords[state]}</Badge>
      {state !== 'refunded' && refundedAmount > 0 && (
        <span className="text-tiny text-muted">{formatMoney(refundedAmount)} refunded</span>
      )}
      {refundReason && <span className="text-tiny wrap-anywhere text-muted">{refundReason}</span>}
    </span>
  )
}
