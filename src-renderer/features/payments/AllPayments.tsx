import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState, type ReactNode } from 'react'
import { paymentStateWords } from '../../../contract/list-words.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pages } from '../../../contract/pages.ts'
import { type Payment, paymentStates } from '../../../contract/payments.ts'
import { Button } from '../../ui/Button.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { PanelFacts } from '../../ui/PanelFacts.tsx'
import { byAge, byField, sortName, wordsOf, type ListOf } from '../../ui/placed/placed-pages.ts'
import { countedBy } from '../../ui/placed/use-counts.ts'
import type { PlacedSource } from '../../ui/placed/use-placed-list.ts'
import { isDense, useShownList } from '../../ui/placed/use-shown-list.ts'
import { NoPayments } from './NoPayments.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { useListPaymentsInfiniteQuery, paymentsApi } from './payments.api.ts'
import { RefundDialog } from './RefundDialog.tsx'

const sorts = {
  model: byField('car'),
  amount: byField('amount'),
  buyer: byField('buyer'),
  seller: byField('seller'),
  date: byAge,
  state: byField('state'),
}

const { placePayments, countPayments } = paymentsApi.endpoints

const paymentsSource: PlacedSource<Payment, Payments> = {
  endpoint: placePayments,
  listOf: ({ sort, facet, find }) => ({
    q: wordsOf(find),
    state: paymentStates.find((state) => paymentStateWords[state] === facet),
    sort: sortName(sorts, sort),
  }),
  counter: countedBy(
    countPayments,
    ({ q }: Payments) => ({ q }),
    (counts) => ({
      facets: paymentStates.map((state) => [paymentStateWords[state], counts[state]]),
      total: paymentStates.reduce((sum, state) => sum + counts[state], 0),
    }),
  ),
}

/** A pending refund ends by Stripe's word, which may take a while. */
const POLL_MS = 5000

interface AllPaymentsProps {
  /** The car that a payment is for. */
  renderCar: (carId: string) => ReactNode
}

/** Every payment, for admins, and refunds. */
export function AllPayments({ renderCar }: AllPaymentsProps) {
  const [isPending, setPending] = useState(false)
  const roomy = useListPaymentsInfiniteQuery(isDense() ? skipToken : undefined, {
    pollingInterval: isPending ? POLL_MS : 0,
    refetchOnMountOrArgChange: true,
  })
  const { query, placed, items, total } = useShownList(paymentsSource, roomy)
  const hasPending = items.some(({ state }) => state === 'refund-pending')
  if (hasPending !== isPending) setPending(hasPending)
  const [refunding, setRefunding] = useState<Payment | null>(null)

  return (
    <>
      <PageHead
        title={pages.payments.title}
        count={total}
        actions={<ExportMenu list="listPayments" fileName="kerblight-payments" placed={placed} />}
      />
      <PagedTable
        caption={pages.payments.title}
        query={query}
        placed={placed}
        rowKey={(payment) => payment._id}
        empty={<NoPayments />}
        desk={{
          details: (payment) => (
            <PaymentDetails
              payment={payment}
              car={renderCar(payment.carID)}
              refundButton={<RefundButton payment={payment} onRefund={() => setRefunding(payment)} />}
            />
          ),
        }}
        columns={[
          ...Object.values(paymentColumns),
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

function RefundButton({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const { state, carName } = payment
  if (state !== 'paid' && state !== 'refund-failed') return null
  const label = state === 'paid' ? 'Refund' : 'Try again'
  return (
    <Button variant="secondary" size="small" aria-label={`${label}: ${carName}`} onClick={onRefund}>
      {label}
    </Button>
  )
}

type Payments = ListOf<'listPayments'>

interface PaymentDetailsProps {
  payment: Payment
  car: ReactNode
  refundButton: ReactNode
}

/** A payment beside the list: whose it is, of what, by which numbers it is found elsewhere, and its refund. */
function PaymentDetails({ payment, car, refundButton }: PaymentDetailsProps) {
  const { amount, refundedAmount, transactionID, purchasedItemID, buyerEmail, sellerEmail, paidAt } = payment
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="text-h3">{formatMoney(amount)}</p>
        {paymentColumns.state.render(payment)}
      </div>
      {refundButton && <div>{refundButton}</div>}
      <PanelFacts
        facts={[
          ['Refunded', refundedAmount > 0 && formatMoney(refundedAmount)],
          ['Paid on', <DateText key="at" at={paidAt} hasTime />],
          ['Buyer', <EmailText key="buyer" address={buyerEmail} />],
          ['Seller', <EmailText key="seller" address={sellerEmail} />],
          ['Transaction ID', <Id key="transaction" id={transactionID} />],
          ['Purchase ID', <Id key="purchase" id={purchasedItemID} />],
        ]}
      />
      {car}
    </div>
  )
}

function Id({ id }: { id: string }) {
  return <code className="wrap-anywhere select-all">{id}</code>
}
