import { skipToken } from '@reduxjs/toolkit/query/react'
import { useState, type ReactNode } from 'react'
import { pages } from '../../../contract/pages.ts'
import type { Payment } from '../../../contract/payments.ts'
import { Button } from '../../ui/Button.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { PagedTable } from '../../ui/PagedTable.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { isDense, useShownList } from '../../ui/placed/use-shown-list.ts'
import { NoPayments } from './NoPayments.tsx'
import { PaymentDetails } from './PaymentDetails.tsx'
import { paymentColumns } from './payment-columns.tsx'
import { useListPaymentsInfiniteQuery } from './payments.api.ts'
import { paymentsSource } from './payments-source.ts'
import { RefundDialog } from './RefundDialog.tsx'

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
