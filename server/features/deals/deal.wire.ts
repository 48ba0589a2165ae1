import { isBeforeHandover } from '../../../contract/deal-life.ts'
import { sellerFields } from '../../../contract/cars/seller-fields.ts'
import type { Deal as WireDeal, ListedDeal } from '../../../contract/deals.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { listDealEvents } from '../../sale/records/deal.repository.ts'
import { handoverCode } from '../../sale/deals/handover-code.ts'
import { listDealProblems } from '../../sale/records/deal-problem.repository.ts'
import { getSaleRole } from '../../sale/deals/sale-role.ts'
import { readProgress } from '../../sale/deals/deal-progress.ts'
import type { DetailedDeal } from './deal-list.repository.ts'
import { findReturnPeriod } from '../../sale/deals/return-period.ts'

export function toListedDeal(deal: DetailedDeal): ListedDeal {
  return { _id: deal.purchaseId, ...toDealFacts(deal) }
}

/** Builds the deal as its buyer, its seller, or an admin sees it. */
export async function toWireDeal(ctx: Context, deal: DetailedDeal, actor: Actor): Promise<WireDeal> {
  const role = getSaleRole(deal, actor)
  const problems = await listDealProblems(ctx.db, deal.purchaseId)
  const problem = problems.at(-1)
  return {
    ...toDealFacts(deal),
    ...(await readProgress(ctx.db, deal, role)),
    ...(role === 'buyer' && isBeforeHandover(deal) && { code: handoverCode(ctx.config, deal) }),
    ...(role === 'buyer' && { contact: deal.sellerContact }),
    ...(role === 'seller' && { contact: deal.buyerContact }),
    ...(deal.fees.length > 0 && { fees: [...deal.fees] }),
    place: deal.place,
    confirmedAt: deal.confirmedAt,
    confirmedBy: deal.confirmedBy,
    ...(role === 'admin' && { partLimitMinor: deal.amount - deal.refundedAmount - deal.lostAmount }),
    ...findReturnPeriod(deal, problems, ctx.now()),
    ...toWireOdometer(deal),
    problem: problem
      ? {
          openedBy: problem.side,
          reason: problem.reason,
          text: problem.text,
          openedAt: problem.openedAt,
          outcome: problem.outcome,
          outcomeReason: problem.outcomeReason,
          decidedAt: problem.decidedAt,
        }
      : null,
    events: (await listDealEvents(ctx.db, deal.purchaseId)).map(({ at, side, text }) => ({
      at,
      by: side,
      text,
    })),
  }
}

/** Returns the odometer reading of the listing that the buyer paid for. */
function toWireOdometer({
  listing: { fields = {} },
}: DetailedDeal): Pick<WireDeal, 'mileage' | 'mileageUnit'> {
  const mileage = fields[sellerFields.mileage.label]
  const unit = fields[sellerFields.mileageUnit.label]
  return {
    mileage: typeof mileage === 'number' ? mileage : null,
    mileageUnit: typeof unit === 'string' ? unit : null,
  }
}

function toDealFacts(deal: DetailedDeal) {
  return {
    purchaseID: deal.purchaseId,
    state: deal.state,
    carID: deal.carId,
    carName: deal.carName,
    carImage: deal.carImage,
    buyerName: deal.buyerName,
    sellerName: deal.sellerName,
    amount: deal.amount,
    paidElsewhereMinor: deal.paidElsewhere,
    refundedMinor: deal.refundedAmount,
    paidAt: deal.createdAt,
    handoverAt: deal.handoverAt,
    releaseAt: deal.releaseAt,
  }
}
