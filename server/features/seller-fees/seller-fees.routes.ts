import { isDeepStrictEqual } from 'node:util'
import { feesText } from '../../../contract/all-in-price.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { sellerFeeEndpoints } from '../../../contract/seller-fees.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { findUser } from '../../core/users/user.repository.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import type { Handlers } from '../../http/handler.ts'
import { mayReach } from '../../http/row-access.ts'
import { chargeFees, listSellerFees, replaceSellerFees } from './seller-fees.repository.ts'

export const sellerFeeRoutes: Handlers<keyof typeof sellerFeeEndpoints> = {
  async getSellerFees({ ctx, actor, query: { seller = actor.id } }) {
    if (!mayReach('getSellerFees', actor, seller)) throw new ProblemError('not-found')
    return { fees: await listSellerFees(ctx.db, seller) }
  },
  /** The fees and the prices of all cars change together, so that no buyer sees one without the other. */
  saveSellerFees: ({ ctx, actor, body: { fees } }) =>
    ctx.db.transaction().execute(async (trx) => {
      const isChanged = !isDeepStrictEqual(await listSellerFees(trx, actor.id), fees)
      if (isChanged) {
        await replaceSellerFees(trx, actor.id, fees)
        await setChangeAuthor(trx, { actorId: actor.id, now: ctx.now() }, () =>
          chargeFees(trx, actor.id, fees),
        )
        const subject = (await findUser(trx, actor.id))!.fullName
        const entry = {
          action: 'set-seller-fees' as const,
          target: actor.id,
          subject,
          detail: feesText(fees) || 'No fees',
        }
        await insertAuditEntry(trx, actor, entry, ctx.now())
      }
      return { acknowledged: true, modifiedCount: isChanged ? 1 : 0 }
    }),
}
