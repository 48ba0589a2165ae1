import { isDeepStrictEqual } from 'node:util'
import { formatFees, NO_FEES } from '../../../contract/all-in-price.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { sellerFeeEndpoints } from '../../../contract/seller-fees.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import type { Handlers } from '../../http/handler.ts'
import { canAccess } from '../../http/row-access.ts'
import { chargeNextBatch } from './charge-fees.ts'
import { listFeeChanges } from './fee-changes.ts'
import { listSellerFees, replaceSellerFees } from './seller-fees.repository.ts'

export const sellerFeeRoutes: Handlers<keyof typeof sellerFeeEndpoints> = {
  async getSellerFees({ ctx, actor, query: { seller = actor.id } }) {
    if (!canAccess('getSellerFees', actor, seller)) throw new ProblemError('not-found')
    return { fees: await listSellerFees(ctx.db, seller) }
  },
  /** Prices of more cars than one batch change soon after the response. */
  async saveSellerFees({ ctx, actor, body: { fees } }) {
    const isChanged = await ctx.db.transaction().execute(async (trx) => {
      if (isDeepStrictEqual(await listSellerFees(trx, actor.id), fees)) return false
      await replaceSellerFees(trx, actor.id, fees)
      await chargeNextBatch(trx, ctx, actor.id)
      const entry = {
        action: 'set-seller-fees' as const,
        target: actor.id,
        subject: actor.fullName,
        detail: formatFees(fees) || NO_FEES,
      }
      await insertAuditEntry(trx, actor, entry, ctx.now())
      return true
    })
    if (isChanged) ctx.sellerFees.wake()
    return { acknowledged: true, modifiedCount: isChanged ? 1 : 0 }
  },
  async listSellerFeeChanges({ ctx, actor, query: { seller = actor.id } }) {
    if (!canAccess('listSellerFeeChanges', actor, seller)) throw new ProblemError('not-found')
    return listFeeChanges(ctx.db, seller)
  },
}
