import { pagePath, pages } from '../../../contract/pages.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Notice } from '../../features/messages/notify.ts'
import type { Payment } from '../records/payment.repository.ts'
import type { Purchase } from '../records/purchase.repository.ts'

/** What the buyer and the seller are told when a payment has become a sale. */
export function saleNotices(purchase: Purchase, payment: Payment): Notice[] {
  const amount = formatMoney(payment.amount)
  return [
    {
      userId: purchase.buyerId,
      kind: 'receipt',
      subject: `Receipt: ${purchase.carName}, ${amount}`,
      body: `You paid ${amount} for the ${purchase.carName}. The seller’s contact info is on your receipt. Meeting place: ${purchase.meetingPlace}. Transaction ID: ${payment.intentId}.`,
      link: pagePath('receipt', { id: purchase.id }),
    },
    {
      userId: purchase.sellerId,
      kind: 'sold',
      subject: `Sold: ${purchase.carName}, ${amount}`,
      body: `${purchase.buyerName} paid ${amount} for your ${purchase.carName}. Call them to set a time: ${purchase.buyerContact}. Meeting place: ${purchase.meetingPlace}.`,
      link: pages.sales.path,
    },
  ]
}
