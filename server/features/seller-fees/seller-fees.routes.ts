import { isDeepStrictEqual } from 'node:util'
import type { sellerFeeEndpoints } from '../../../contract/seller-fees.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import type { Handlers } from '../../http/handler.ts'
import { chargeFees, listSellerFees, replaceSellerFees } from './seller-fees.repository.ts'

export const sellerFeeRoutes: Handlers<keyof typeof sellerFeeEndpoints> = {
  getSellerFees: async ({ ctx, actor }) => ({ fees: await listSellerFees(ctx.db, actor.id) }),
  /** The fees and the prices of all cars change together, so that no buyer sees one without the other. */
  saveSellerFees: ({ ctx, actor, body: { fees } }) =>
    ctx.db.transaction().execute(async (trx) => {
      const isChanged = !isDeepStrictEqual(await listSellerFees(trx, actor.id), fees)
      if (isChanged) {
        await replaceSellerFees(trx, actor.id, fees)
        await setChangeAuthor(trx, { actorId: actor.id, now: ctx.now() }, () =>
          chargeFees(trx, actor.id, fees),
        )
      }
      return { acknowledged: true, modifiedCount: isChanged ? 1 : 0 }
    }),
}
