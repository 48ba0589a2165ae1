import type { DealProgress } from '../../../contract/deal-next-step.ts'
import type { Db } from '../../db/tables.ts'
import type { Deal } from '../records/deal.repository.ts'
import { listDealProblems, type DealProblem } from '../records/deal-problem.repository.ts'
import { findPayoutAccount } from '../records/payout-account.repository.ts'
import { findPayout } from '../records/payout.repository.ts'
import { isOpenReturn } from './return-period.ts'
import { computeSellerShare } from '../records/seller-share.ts'

export interface NamedDeal extends Deal {
  buyerName: string
  sellerName: string
  /** The amount paid, and the parts of it that were refunded and lost in disputes, in cents. */
  amount: number
  refundedAmount: number
  lostAmount: number
}

/** Returns the progress of a deal as one of its sides, or an admin, sees it. */
export async function readProgress(db: Db, deal: NamedDeal, role: DealProgress['role']) {
  return {
    role,
    turn: await findTurn(db, deal),
    state: deal.state,
    buyerName: deal.buyerName,
    sellerName: deal.sellerName,
    proposals: deal.proposals,
    handoverAt: deal.handoverAt,
    releaseAt: deal.releaseAt,
    releasedAt: deal.releasedAt,
    amount: deal.amount,
    refundedMinor: deal.refundedAmount,
    ...(role !== 'buyer' && (await readShare(db, deal))),
  } satisfies DealProgress
}

async function readShare(db: Db, deal: NamedDeal) {
  const payout = await findPayout(db, deal.purchaseId)
  const account = await findPayoutAccount(db, deal.sellerId)
  return {
    ...computeSellerShare(deal, payout),
    needsPayoutAccount: payout?.state !== 'sent' && account?.state !== 'active',
  }
}

/** Returns the side that has to act next. */
async function findTurn(db: Db, { purchaseId, state, proposals }: Deal): Promise<DealProgress['turn']> {
  const proposal = proposals.at(-1)
  if (state === 'paid') return proposal?.by === 'seller' ? 'buyer' : proposal ? 'seller' : 'buyer'
  if (state === 'handover-agreed') return 'buyer'
  if (state === 'problem') return findDecider((await listDealProblems(db, purchaseId)).at(-1))
  return state === 'disputed' ? 'admin' : null
}

/** Returns who must act on a problem, or null once it is decided and only the refund is outstanding. */
function findDecider(problem: DealProblem | undefined): DealProgress['turn'] {
  if (isOpenReturn(problem)) return 'seller'
  return problem?.decidedAt ? null : 'admin'
}
