import type { dealEndpoints } from '../../../contract/deals.ts'
import type { Actor } from '../../actor.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { countDeals, listDeals } from './deal-list.repository.ts'
import {
  confirmReceived,
  enterHandoverCode,
  getDealFor,
  reportDealProblem,
  setHandover,
} from './deal.service.ts'
import { toListedDeal, toWireDeal } from './deal.wire.ts'
import { decideDealProblem } from './decide-problem.service.ts'
import { confirmReturn, requestReturn } from './deal-return.service.ts'

export const dealRoutes: Handlers<keyof typeof dealEndpoints> = {
  listDeals: async ({ ctx, actor, query, req }) =>
    pageResponse(await listDeals(ctx, { ...query, sellerId: getSellerFilter(actor) }), req, toListedDeal),
  countDeals: ({ ctx, actor, query }) => countDeals(ctx, { ...query, sellerId: getSellerFilter(actor) }),
  getDeal: async ({ ctx, actor, params }) =>
    toWireDeal(ctx, await getDealFor(ctx, 'getDeal', actor, params.purchaseID), actor),
  setHandover,
  enterHandoverCode,
  confirmReceived,
  reportDealProblem,
  requestReturn,
  confirmReturn,
  decideDealProblem,
}

/** Returns the seller whose deals the actor may list; null for all. */
function getSellerFilter(actor: Actor): string | null {
  return actor.isAdmin ? null : actor.id
}
