import type { payoutEndpoints } from '../../../contract/payouts.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { listOpenDifferences } from '../../sale/records/ledger-difference.repository.ts'
import { addPayoutLink, getPayoutAccount } from './payout-account.service.ts'
import { listPayouts } from './payout-list.repository.ts'
import { toWireDifference, toWirePayout } from './payout.wire.ts'

export const payoutRoutes: Handlers<keyof typeof payoutEndpoints> = {
  getPayoutAccount,
  addPayoutLink,
  listPayouts: async ({ ctx, actor, query, req }) =>
    pageResponse(await listPayouts(ctx.db, actor.isAdmin ? null : actor.id, query), req, toWirePayout),
  listLedgerDifferences: async ({ ctx }) => (await listOpenDifferences(ctx.db)).map(toWireDifference),
}
