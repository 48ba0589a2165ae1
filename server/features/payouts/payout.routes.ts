import type { payoutEndpoints } from '../../../contract/payouts.ts'
import type { Actor } from '../../actor.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { findComparisonTime, listOpenDifferences } from '../../sale/records/ledger-difference.repository.ts'
import { correctSurplusFee, listSurplusFees } from '../../sale/payouts/surplus-fees.ts'
import { addPayoutLink, getPayoutAccount, refreshPayoutAccount } from './payout-account.service.ts'
import { countPayouts, listPayouts } from './payout-list.repository.ts'
import { toFeeDifference, toWireDifference, toWirePayout } from './payout.wire.ts'

export const payoutRoutes: Handlers<keyof typeof payoutEndpoints> = {
  getPayoutAccount,
  addPayoutLink,
  refreshPayoutAccount,
  listPayouts: async ({ ctx, actor, query, req }) =>
    pageResponse(await listPayouts(ctx, { ...query, sellerId: getSellerFilter(actor) }), req, toWirePayout),
  countPayouts: ({ ctx, actor, query }) => countPayouts(ctx, { ...query, sellerId: getSellerFilter(actor) }),
  listLedgerDifferences: async ({ ctx }) => [
    ...(await listOpenDifferences(ctx.db)).map(toWireDifference),
    ...(await listSurplusFees(ctx.db)).map(toFeeDifference),
  ],
  async correctLedgerDifference({ ctx, actor, params }) {
    const isCorrected = await correctSurplusFee(ctx, actor, params.id)
    return { acknowledged: true as const, modifiedCount: isCorrected ? 1 : 0 }
  },
  getLedgerComparison: async ({ ctx }) => ({ comparedAt: await findComparisonTime(ctx.db) }),
}

/** Returns the seller whose payouts the actor may list; null for all. */
function getSellerFilter(actor: Actor): string | null {
  return actor.isAdmin ? null : actor.id
}
