import { sellerFields } from '../../../contract/cars/seller-fields.ts'
import { feeFor } from '../../../contract/fees.ts'
import type { Deal as WireDeal, ListedDeal } from '../../../contract/deals.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { listDealEvents } from '../../sale/records/deal.repository.ts'
import { handoverCode } from '../../sale/deals/handover-code.ts'
import { listDealProblems } from '../../sale/records/deal-problem.repository.ts'
import { findPayoutAccount } from '../../sale/records/payout-account.repository.ts'
import { findPayout } from '../../sale/records/payout.repository.ts'
import type { DetailedDeal } from './deal-list.repository.ts'

export type DealRole = WireDeal['role']

export function roleIn(
  { buyerId, sellerId }: Pick<DetailedDeal, 'buyerId' | 'sellerId'>,
  actor: Actor,
): DealRole {
  if (actor.id === buyerId) return 'buyer'
  return actor.id === sellerId ? 'seller' : 'admin'
}

export function toListedDeal(deal: DetailedDeal): ListedDeal {
  return { _id: deal.purchaseId, ...factsOf(deal) }
}

/** Builds a deal as one of its sides, or an admin, sees it. */
export async function toWireDeal(ctx: Context, deal: DetailedDeal, actor: Actor): Promise<WireDeal> {
  const role = roleIn(deal, actor)
  const problems = await listDealProblems(ctx.db, deal.purchaseId)
  const problem = problems.at(-1)
  return {
    ...factsOf(deal),
    role,
    turn: turnIn(deal),
    ...(role === 'buyer' && isBeforeHandover(deal) && { code: handoverCode(ctx.config, deal) }),
    ...(role === 'buyer' && { contact: deal.sellerContact }),
    ...(role === 'seller' && { contact: deal.buyerContact }),
    place: deal.place,
    proposals: deal.proposals,
    confirmedAt: deal.confirmedAt,
    confirmedBy: deal.confirmedBy,
    releasedAt: deal.releasedAt,
    ...(role !== 'buyer' && (await payoutOf(ctx, deal))),
    ...odometerOf(deal),
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
function odometerOf({ listing: { fields = {} } }: DetailedDeal): Pick<WireDeal, 'mileage' | 'mileageUnit'> {
  const mileage = fields[sellerFields.mileage.label]
  const unit = fields[sellerFields.mileageUnit.label]
  return {
    mileage: typeof mileage === 'number' ? mileage : null,
    mileageUnit: typeof unit === 'string' ? unit : null,
  }
}

async function payoutOf({ db }: Context, deal: DetailedDeal) {
  const payout = await findPayout(db, deal.purchaseId)
  const account = await findPayoutAccount(db, deal.sellerId)
  const remaining = deal.amount - deal.refundedAmount
  const feeMinor = payout ? payout.fee : feeFor(remaining, deal.feeRate)
  return {
    feeMinor,
    payoutMinor: payout ? payout.amount - payout.reversed : remaining - feeMinor,
    needsPayoutAccount: payout?.state !== 'sent' && account?.state !== 'active',
  }
}

function factsOf(deal: DetailedDeal) {
  return {
    purchaseID: deal.purchaseId,
    state: deal.state,
    carID: deal.carId,
    carName: deal.carName,
    carImage: deal.carImage,
    buyerName: deal.buyerName,
    sellerName: deal.sellerName,
    amount: deal.amount,
    refundedMinor: deal.refundedAmount,
    paidAt: deal.createdAt,
    handoverAt: deal.handoverAt,
    releaseAt: deal.releaseAt,
  }
}

export function isBeforeHandover({ state }: Pick<DetailedDeal, 'state'>): boolean {
  return state === 'paid' || state === 'handover-agreed'
}

/** Returns the side that has to act next. */
function turnIn({ state, proposals }: DetailedDeal): WireDeal['turn'] {
  const proposal = proposals.at(-1)
  if (state === 'paid') return proposal?.by === 'seller' ? 'buyer' : proposal ? 'seller' : 'buyer'
  if (state === 'handover-agreed') return 'buyer'
  return state === 'problem' || state === 'disputed' ? 'admin' : null
}
