import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { pages } from '../../../contract/pages.ts'
import { fillPath } from '../../../contract/paths.ts'
import type { Payment } from '../../../contract/payments.ts'
import { strings } from '../../../contract/strings.ts'
import { pagesOf } from '../../api/endpoint.ts'
import { Badge, type Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Price } from '../../ui/Price.tsx'
import { useListPaymentsInfiniteQuery } from './payments.api.ts'
import { RefundDialog } from './RefundDialog.tsx'

/** A pending refund ends by Stripe's word, which may take a while. */
const POLL_MS = 5000

const STATES: Record<Payment['state'], [word: string, tone: Tone]> = {
  paid: [strings.payment.paid, 'success'],
  'refund-pending': ['refund on its way', 'warning'],
  'refund-failed': ['refund failed', 'danger'],
  refunded: ['refunded', 'info'],
}

/** Every payment, for admins, and refunds. */
export function AllPayments() {
  const [isPending, setPending] = useState(false)
  const query = useListPaymentsInfiniteQuery(undefined, {
    pollingInterval: isPending ? POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  })
  const { items, total } = pagesOf(query.data)
  const hasPending = items?.some(({ state }) => state === 'refund-pending') ?? false
  if (hasPending !== isPending) setPending(hasPending)
  const [refunding, setRefunding] = useState<Payment | null>(null)

  return (
    <>
      <PageHead title={pages.payments.title} count={total} />
      <PagedTable
        caption={pages.payments.title}
        query={query}
        rowKey={(payment) => payment._id}
        empty={
          <EmptyState
            icon={<CreditCard />}
            title="No payments yet"
            text="Each card payment is listed here with its transaction id, and can be refunded."
          />
        }
        columns={[
          {
            key: 'model',
            header: strings.columns.modelName,
            kind: 'main',
            value: ({ carModelName }) => carModelName,
            render: ({ carID, carModelName, transactionID }) => (
              <span className="block min-w-0">
                <Link
                  to={fillPath(pages.car.path, { id: carID })}
                  className="font-semibold underline-offset-3 wrap-anywhere hover:underline"
                >
                  {carModelName}
                </Link>
                <code className="cell-more block text-tiny font-normal wrap-anywhere text-subtle select-all">
                  {transactionID}
                </code>
              </span>
            ),
          },
          {
            key: 'amount',
            header: 'Amount',
            align: 'end',
            width: 100,
            value: ({ amount: cents }) => cents,
            render: ({ amount }) => <Price minor={amount} className="whitespace-nowrap" />,
          },
          {
            key: 'buyer',
            header: 'Buyer email',
            value: ({ buyerEmail }) => buyerEmail,
            render: ({ buyerEmail }) => <EmailText address={buyerEmail} />,
          },
          {
            key: 'seller',
            header: 'Seller email',
            value: ({ sellerEmail }) => sellerEmail,
            render: ({ sellerEmail }) => <EmailText address={sellerEmail} />,
          },
          {
            key: 'date',
            header: 'Paid on',
            value: ({ paidAt }) => paidAt,
            render: ({ paidAt }) => <DateText at={paidAt} />,
          },
          {
            key: 'state',
            header: 'State',
            value: ({ state }) => STATES[state][0],
            isFacet: true,
            render: (payment) => <PaymentState payment={payment} />,
          },
          {
            key: 'actions',
            header: 'Actions',
            kind: 'actions',
            align: 'end',
            width: 110,
            render: (payment) => <RefundButton payment={payment} onRefund={() => setRefunding(payment)} />,
          },
        ]}
      />
      <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />
    </>
  )
}

function PaymentState({ payment: { state, refundReason } }: { payment: Payment }) {
  const [word, tone] = STATES[state]
  return (
    <span className="cell-stack">
      <Badge tone={tone}>{word}</Badge>
      {refundReason && <span className="text-tiny wrap-anywhere text-muted">{refundReason}</span>}
    </span>
  )
}

function RefundButton({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const { state, carModelName } = payment
  if (state !== 'paid' && state !== 'refund-failed') return null
  const label = state === 'paid' ? 'Refund' : 'Try again'
  return (
    <Button variant="secondary" size="small" aria-label={`${label}: ${carModelName}`} onClick={onRefund}>
      {label}
    </Button>
  )
}
