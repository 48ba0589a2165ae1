import type { ReactNode } from 'react'
import { formatMoney } from '../../../contract/money.ts'
import type { Payment } from '../../../contract/payments.ts'
import { DateText } from '../../ui/DateText.tsx'
import { EmailText } from '../../ui/EmailText.tsx'
import { PanelFacts } from '../../ui/PanelFacts.tsx'
import { paymentColumns } from './payment-columns.tsx'

interface PaymentDetailsProps {
  payment: Payment
  car: ReactNode
  refundButton: ReactNode
}

/** A payment beside the list: whose it is, of what, by which numbers it is found elsewhere, and its refund. */
export function PaymentDetails({ payment, car, refundButton }: PaymentDetailsProps) {
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
