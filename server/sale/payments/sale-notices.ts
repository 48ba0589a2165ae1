import { dealStateLabels } from '../../../contract/deal-life.ts'
import { pagePath } from '../../../contract/pages.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Notice } from '../../core/messages/notify.ts'
import type { Payment } from '../records/payment.repository.ts'
import type { ListedPurchase } from '../records/purchase-lists.repository.ts'
import type { Purchase } from '../records/purchase.repository.ts'

type SoldPurchase = Purchase & Pick<ListedPurchase, 'sellerName' | 'sellerContact'>

/**
 * Builds the notices about a sale to its buyer and its seller.
 * @param recordedBy the side that recorded the payment at the dealership, if any
 */
export function saleNotices(
  purchase: SoldPurchase,
  payment: Payment,
  recordedBy?: 'seller' | 'admin',
): Notice[] {
  const { carId, carName } = purchase
  const { amount: paid, otherAmount } = payment
  const price = formatMoney(paid + otherAmount)
  const other = formatMoney(otherAmount)
  const recorder = recordedBy === 'seller' ? 'The seller' : 'Our team'
  const parts = describeParts(payment)
  const record = (who: string, whom: string) =>
    recordedBy ? ` ${who} recorded that ${whom} paid ${other} at the dealership.` : ''
  const facts = (partner: 'Seller' | 'Buyer', name: string, phone: string) =>
    [
      ['Price', price],
      ...(otherAmount > 0
        ? [[recordedBy ? 'Recorded as paid at the dealership' : 'Deposit', other] as const]
        : []),
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
      body: `You paid ${parts} for the ${carName}.${record(recorder, 'you') || ' We’ll tell the seller.'} Agree on a time for the handover, and keep your code until you have the keys.`,
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
      body: `${purchase.buyerName} paid ${parts} for your ${carName}.${record(recordedBy === 'seller' ? 'You' : recorder, 'they')} Agree on a time for the handover, or call them: ${purchase.buyerContact}.`,
      link: pagePath('deal', { id: purchase.id }),
      carId,
      facts: facts('Buyer', purchase.buyerName, purchase.buyerContact),
      nextStep: 'Agree on a time for the handover, and bring the title and the keys.',
    },
  ]
}

function describeParts({ amount, otherAmount, isDeposit }: Payment): string {
  if (isDeposit) return `a deposit of ${formatMoney(amount)} by card`
  return otherAmount > 0
    ? `${formatMoney(amount)} and a deposit of ${formatMoney(otherAmount)}`
    : formatMoney(amount)
}
