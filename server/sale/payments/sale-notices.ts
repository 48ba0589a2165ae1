import { pagePath } from '../../../contract/pages.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Notice } from '../../core/messages/notify.ts'
import type { Payment } from '../records/payment.repository.ts'
import type { ListedPurchase } from '../records/purchase-lists.repository.ts'
import type { Purchase } from '../records/purchase.repository.ts'

type SoldPurchase = Purchase & Pick<ListedPurchase, 'sellerName' | 'sellerContact'>

export function saleNotices(purchase: SoldPurchase, payment: Payment): Notice[] {
  const { carId, carName } = purchase
  const amount = formatMoney(payment.amount)
  const facts = (partner: 'Seller' | 'Buyer', name: string, phone: string) =>
    [
      ['Price', amount],
      [partner, name],
      ['Phone', phone],
      ['Meeting place', purchase.meetingPlace],
      ['Transaction ID', payment.intentId],
    ] as const
  return [
    {
      userId: purchase.buyerId,
      kind: 'receipt',
      subject: `Receipt: ${carName}, ${amount}`,
      body: `You paid ${amount} for the ${carName}. We’ll tell the seller. Agree on a time for the handover, and keep your code until you have the keys.`,
      link: pagePath('deal', { id: purchase.id }),
      carId,
      facts: facts('Seller', purchase.sellerName, purchase.sellerContact),
      nextStep:
        'Propose a time for the handover, and look at the car and its papers before you give the seller your code.',
    },
    {
      userId: purchase.sellerId,
      kind: 'sold',
      subject: `Sold: ${carName}, ${amount}`,
      body: `${purchase.buyerName} paid ${amount} for your ${carName}. Agree on a time for the handover, or call them: ${purchase.buyerContact}.`,
      link: pagePath('deal', { id: purchase.id }),
      carId,
      facts: facts('Buyer', purchase.buyerName, purchase.buyerContact),
      nextStep: 'Agree on a time for the handover, and bring the title and the keys.',
    },
  ]
}
