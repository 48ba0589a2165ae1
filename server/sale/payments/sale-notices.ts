import { dealStateLabels } from '../../../contract/deal-life.ts'
import { pagePath } from '../../../contract/pages.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Notice } from '../../core/messages/notify.ts'
import type { Payment } from '../records/payment.repository.ts'
import type { ListedPurchase } from '../records/purchase-lists.repository.ts'
import type { Purchase } from '../records/purchase.repository.ts'

type SoldPurchase = Purchase & Pick<ListedPurchase, 'sellerName' | 'sellerContact'>

export function saleNotices(purchase: SoldPurchase, payment: Payment): Notice[] {
  const { carId, carName } = purchase
  const { amount: paid, otherAmount } = payment
  const price = formatMoney(paid + otherAmount)
  const amount = formatMoney(paid)
  const other = otherAmount > 0 ? describeOther(payment) : null
  const facts = (partner: 'Seller' | 'Buyer', name: string, phone: string) =>
    [
      ['Price', price],
      ...(other ? [other.fact] : []),
      [partner, name],
      ['Phone', phone],
      ['Meeting place', purchase.meetingPlace],
      ['Status', dealStateLabels.paid],
      ['Handover', 'No time agreed yet'],
      ['Transaction ID', payment.intentId],
    ] as const
  return [
    {
      userId: purchase.buyerId,
      kind: 'receipt',
      subject: `Receipt: ${carName}, ${price}`,
      body: `You paid ${amount}${other?.text ?? ''} for the ${carName}. We’ll tell the seller. Agree on a time for the handover, and keep your code until you have the keys.`,
      link: pagePath('deal', { id: purchase.id }),
      carId,
      facts: facts('Seller', purchase.sellerName, purchase.sellerContact),
      nextStep:
        'Propose a time for the handover, and look at the car and its papers before you give the seller your code.',
    },
    {
      userId: purchase.sellerId,
      kind: 'sold',
      subject: `Sold: ${carName}, ${price}`,
      body: `${purchase.buyerName} paid ${amount}${other?.text ?? ''} for your ${carName}. Agree on a time for the handover, or call them: ${purchase.buyerContact}.`,
      link: pagePath('deal', { id: purchase.id }),
      carId,
      facts: facts('Buyer', purchase.buyerName, purchase.buyerContact),
      nextStep: 'Agree on a time for the handover, and bring the title and the keys.',
    },
  ]
}

/** Describes the part of the price that was not paid with this payment. */
function describeOther({ otherAmount, isDeposit }: Payment) {
  const amount = formatMoney(otherAmount)
  return isDeposit
    ? { text: ` by card and ${amount} at the dealership`, fact: ['Paid at the dealership', amount] as const }
    : { text: ` and a deposit of ${amount}`, fact: ['Deposit', amount] as const }
}
