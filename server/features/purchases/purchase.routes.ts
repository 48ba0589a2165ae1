import type { purchaseEndpoints } from '../../../contract/purchases.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import { listPurchases } from '../../sale/records/purchase-lists.repository.ts'
import { countSales, listSales } from '../../sale/records/sale-lists.repository.ts'
import { findNamedId } from '../../core/users/user.repository.ts'
import { acceptPrice, addPurchase, deletePurchase, getPurchase } from './purchase.service.ts'
import { toWirePurchase, toWireSale } from './purchase.wire.ts'

export const purchaseRoutes: Handlers<keyof typeof purchaseEndpoints> = {
  addPurchase,
  listPurchases: async ({ ctx, actor, query, req }) => {
    const buyerId = await findNamedId(ctx.db, actor, query.email)
    const { carID: carId, limit, cursor } = query
    const page = buyerId
      ? await listPurchases(ctx.db, { buyerId, carId, limit, cursor })
      : { items: [], next: null, total: 0 }
    return pageResponse(page, req, (purchase) => toWirePurchase(purchase, actor, ctx.config))
  },
  getPurchase: async (call) => toWirePurchase(await getPurchase(call), call.actor, call.ctx.config),
  acceptPrice,
  deletePurchase,
  listSales: async ({ ctx, actor, query, req }) =>
    pageResponse(await listSales(ctx, { ...query, sellerId: actor.id }), req, (sale) =>
      toWireSale(sale, ctx.config),
    ),
  countSales: ({ ctx, actor, query }) => countSales(ctx, { ...query, sellerId: actor.id }),
}
