import { formatMoney } from '../../contract/money.ts'
import type { Notice } from '../features/messages/notify.ts'
import type { PaymentRow } from '../features/payments/payment.repository.ts'
import type { PurchaseRow } from '../features/purchases/purchase.repository.ts'

/** What the buyer and the seller are told when a payment has become a sale. */
export function saleNotices(purchase: PurchaseRow, payment: PaymentRow): Notice[] {
  const amount = formatMoney(payment.amount)
  return [
    {
      userId: purchase.buyer_id,
      kind: 'receipt',
      subject: `Receipt: ${purchase.car_name}, ${amount}`,
      body: `You paid ${amount} for the ${purchase.car_name}. The seller’s contact info is on your receipt. Meeting place: ${purchase.meeting_place}. Transaction ID: ${payment.intent_id}.`,
      link: `/dashboard/purchases/${purchase.id}`,
    },
    {
      userId: purchase.seller_id,
      kind: 'sold',
      subject: `Sold: ${purchase.car_name}, ${amount}`,
      body: `${purchase.buyer_name} paid ${amount} for your ${purchase.car_name}. Call them to set a time: ${purchase.buyer_contact}. Meeting place: ${purchase.meeting_place}.`,
      link: '/dashboard/sales',
    },
  ]
}
