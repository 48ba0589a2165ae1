import { describeNextStep } from '../../../contract/deal-next-step.ts'
import { pagePath } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { notify } from '../../core/messages/notify.ts'
import { findDeal } from '../records/deal.repository.ts'
import { findListedPurchase } from '../records/purchase-lists.repository.ts'
import { listDealFacts } from './deal-facts.ts'
import { addDealLink } from './deal-link.ts'
import { readProgress } from './deal-progress.ts'
import { utcTimes } from './utc-times.ts'

/**
 * Notifies a side of a deal. The email contains the facts of the deal after the change and the next step, so
 * it can be understood without the deal's page.
 */
export async function notifySide(
  trx: Db,
  ctx: Context,
  { purchaseId, side }: { purchaseId: string; side: 'buyer' | 'seller' },
  text: { subject: string; body: string },
): Promise<void> {
  const deal = (await findDeal(trx, purchaseId))!
  const purchase = (await findListedPurchase(trx, purchaseId))!
  const { buyerName, sellerName, refundedAmount, lostAmount } = purchase
  const money = { amount: purchase.paidAmount!, refundedAmount, lostAmount }
  const progress = await readProgress(trx, { ...deal, buyerName, sellerName, ...money }, side)
  const { title, text: step } = describeNextStep(progress, ctx.now().getTime(), utcTimes)
  const phone = side === 'buyer' ? purchase.sellerContact : purchase.buyerContact
  await notify(
    trx,
    ctx,
    addDealLink(ctx, deal, {
      userId: side === 'buyer' ? deal.buyerId : deal.sellerId,
      kind: 'deal',
      link: pagePath('deal', { id: purchaseId }),
      carId: deal.carId,
      ...text,
      facts: listDealFacts({ progress, place: deal.place, phone }),
      nextStep: title.startsWith('Next') ? step : `${title}. ${step}`,
    }),
  )
}
