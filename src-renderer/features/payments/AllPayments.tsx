import { useState, type ReactNode } from 'react'
import { paymentStateLabels } from '../../../contract/list-labels.ts'
import { formatMoney } from '../../../contract/money.ts'
import { pagePath, pages } from '../../../contract/pages.ts'
import type { Payment } from '../../../contract/payments.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { DateText } from '../../ui/controls/DateText.tsx'
import { EmailText } from '../../ui/controls/EmailText.tsx'
import { ExportMenu } from '../../ui/table/ExportMenu.tsx'
import { ListTable } from '../../ui/table/ListTable.tsx'
import { PageHead } from '../../ui/controls/PageHead.tsx'
import { PanelFacts } from '../../ui/controls/PanelFacts.tsx'
import { byAge, listFieldSorts } from '../../ui/table/list-pages.ts'
import { createFacetedSource } from '../../ui/table/list-source.ts'
import { useList } from '../../ui/table/use-list.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { usePolling } from '../../ui/table/use-polling.ts'
import { useEndReservation, type Reserved } from '../deposits/end-reservation.api.ts'
import { EndReservationButton } from '../../ui/controls/EndReservationButton.tsx'
import { NoPayments } from './NoPayments.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { paymentsApi } from './payments.api.ts'
import { RefundDialog } from './RefundDialog.tsx'

const sorts = {
  model: listFieldSorts('car'),
  amount: listFieldSorts('amount'),
  buyer: listFieldSorts('buyer'),
  seller: listFieldSorts('seller'),
  date: byAge,
  state: listFieldSorts('state'),
}

const { listPayments, countPayments } = paymentsApi.endpoints

const paymentsList = createFacetedSource<'listPayments', 'countPayments'>(
  { endpoint: listPayments, sorts },
  {
    name: 'state',
    label: 'status',
    words: paymentStateLabels,
    counts: countPayments,
    read: (counts) => counts,
  },
)

/** The polling interval in milliseconds while a refund is pending. Only Stripe can complete a refund. */
const POLL_MS = 5000

interface AllPaymentsProps {
  renderCar: (carId: string) => ReactNode
}

export function AllPayments({ renderCar }: AllPaymentsProps) {
  const { query, view, items, total } = useList(paymentsList)
  const hasPending = items.some(({ state }) => state === 'refund-pending')
  usePolling(query.refetch, hasPending ? POLL_MS : null)
  const [refunding, setRefunding] = useState<Payment | null>(null)

  return (
    <>
      <PageHead
        title={pages.payments.title}
        count={total}
        actions={<ExportMenu list="listPayments" fileName="kerblight-payments" view={view} />}
      />
      <ListTable
        caption={pages.payments.title}
        query={query}
        view={view}
        rowKey={(payment) => payment._id}
        empty={<NoPayments />}
        consoleOptions={{
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
            width: 190,
            render: (payment) => (
              <span className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
                <DealLink payment={payment} />
                <RefundButton payment={payment} onRefund={() => setRefunding(payment)} />
              </span>
            ),
          },
        ]}
      />
      <RefundDialog payment={refunding} onClose={() => setRefunding(null)} />
    </>
  )
}

function DealLink({ payment: { purchasedItemID, carName, deposit } }: { payment: Payment }) {
  if (deposit === 'held' || deposit === 'refunded') return null
  return (
    <TextLink
      to={pagePath('deal', { id: purchasedItemID })}
      aria-label={`View deal: ${carName}`}
      className="inline-flex min-h-6 items-center whitespace-nowrap max-md:min-h-11"
    >
      View deal
    </TextLink>
  )
}

function RefundButton({ payment, onRefund }: { payment: Payment; onRefund: () => void }) {
  const { state, carName, deposit, dispute } = payment
  // Ending the reservation refunds its deposit.
  if (deposit === 'held') return <EndReservation payment={payment} />
  // It is refunded together with its sale.
  if (deposit === 'credited') return null
  if (dispute || (state !== 'paid' && state !== 'refund-failed')) return null
  const label = state === 'paid' ? 'Refund' : 'Try again'
  return (
    <Button variant="secondary" size="small" aria-label={`${label}: ${carName}`} onClick={onRefund}>
      {label}
    </Button>
  )
}

function EndReservation({ payment }: { payment: Payment }) {
  const { endProps } = useEndReservation('other')
  return <EndReservationButton {...endProps(reservedBy(payment))} look="small" />
}

function reservedBy({ purchasedItemID, carName, buyerEmail, amount, dispute }: Payment): Reserved {
  const deposit = { amount, disputed: dispute === 'held-by-bank' }
  return { _id: purchasedItemID, carName, buyerName: buyerEmail, deposit }
}

interface PaymentDetailsProps {
  payment: Payment
  car: ReactNode
  refundButton: ReactNode
}

function PaymentDetails({ payment, car, refundButton }: PaymentDetailsProps) {
  const { amount, refundedAmount, transactionID, purchasedItemID, buyerEmail, sellerEmail, paidAt } = payment
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="text-h3">{formatMoney(amount)}</p>
        {paymentColumns.state.render(payment)}
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <DealLink payment={payment} />
        {refundButton}
      </div>
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
