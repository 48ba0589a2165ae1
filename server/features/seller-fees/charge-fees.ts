import type { Context } from '../../context.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { FindTask } from '../../scheduling/lanes.ts'
import { chargeFees, findNextToCharge } from './seller-fees.repository.ts'

/** Number of cars per transaction, limited so that other writers do not wait long. */
const CARS_PER_BATCH = 200

/** Writes the seller's fees to the next batch of cars. Each car's price and charge change together. */
export function chargeNextBatch(trx: Db, ctx: Pick<Context, 'now'>, sellerId: string): Promise<number> {
  return setChangeAuthor(trx, { actorId: sellerId, now: ctx.now() }, () =>
    chargeFees(trx, sellerId, CARS_PER_BATCH),
  )
}

/** Finds the next seller with cars whose prices do not include the current fees yet. */
export const findFeeTask: FindTask<Context> = async (ctx, after) => {
  const sellerId = await findNextToCharge(ctx.db, after)
  if (sellerId === null) return null
  return {
    userId: sellerId,
    async run() {
      await ctx.db.transaction().execute((trx) => chargeNextBatch(trx, ctx, sellerId))
      return undefined
    },
    /** Ends the run of the lane, which starts again within seconds. */
    async fail(error) {
      throw new Error('fees could not be charged', { cause: error })
    },
  }
}
