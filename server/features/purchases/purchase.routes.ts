import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { findUserByEmail } from '../users/user.repository.ts'
import { listPurchases, listSales } from './purchase.repository.ts'
import { acceptPrice, addPurchase, deletePurchase, getPurchase } from './purchase.service.ts'

export const purchaseRoutes: Handlers<
  'addPurchase' | 'listPurchases' | 'getPurchase' | 'acceptPrice' | 'deletePurchase' | 'listSales'
> = {
  addPurchase,
  listPurchases: async ({ ctx, actor, query, req }) => {
    const buyer = query.email === actor.email ? actor : await findUserByEmail(ctx.db, query.email)
    const { carID: carId, limit, cursor } = query
    const page = buyer
      ? await listPurchases(
          ctx.db,
          { buyerId: buyer.id, carId, limit, cursor },
          { config: ctx.config, reader: actor },
        )
      : { items: [], next: null, total: 0 }
    return pageAnswer(page, req)
  },
  getPurchase,
  acceptPrice,
  deletePurchase,
  listSales: async ({ ctx, actor, query, req }) =>
    pageAnswer(await listSales(ctx.db, actor.id, query, ctx.config), req),
}
