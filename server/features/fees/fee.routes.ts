import type { feeEndpoints, FeeRate } from '../../../contract/fees.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'
import { createFieldProblem, ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { findUser } from '../../core/users/user.repository.ts'
import type { Call, Handlers } from '../../http/handler.ts'
import {
  findGeneralFeeRate,
  listSellerFeeRates,
  replaceFeeRate,
} from '../../sale/records/fee-rate.repository.ts'

export const feeRoutes: Handlers<keyof typeof feeEndpoints> = {
  async getFees({ ctx }) {
    const rate = await findGeneralFeeRate(ctx.db)
    const sellers = await listSellerFeeRates(ctx.db)
    return {
      ...rate,
      sellers: sellers.map(({ sellerId, ...seller }) => ({ ...seller, sellerID: sellerId })),
    }
  },
  setFee: ({ ctx, actor, body }) => replace(ctx, actor, null, readRate(body)),
  async setSellerFee({ ctx, actor, params, body }) {
    const seller = await findUser(ctx.db, params.sellerID)
    if (!seller) throw new ProblemError('not-found')
    if (seller.account !== 'seller') throw new ProblemError('not-a-seller')
    return replace(ctx, actor, { id: seller.id, name: seller.fullName }, readRate(body))
  },
  async deleteSellerFee({ ctx, actor, params }) {
    const seller = await findUser(ctx.db, params.sellerID)
    return replace(ctx, actor, { id: params.sellerID, name: seller?.fullName ?? '' }, null)
  },
}

/**
 * Parses the amounts of a fee rate.
 * @throws ProblemError 400 if an amount is not a price, or the lowest fee is above the highest
 */
function readRate({ basisPoints, minimum, maximum }: Call<'setFee'>['body']): FeeRate {
  const rate = {
    basisPoints,
    minimum: readFee('minimum', minimum),
    maximum: maximum === null ? null : readFee('maximum', maximum),
  }
  if (rate.maximum !== null && rate.maximum < rate.minimum)
    throw createFieldProblem('maximum', 'Enter at least the lowest fee.')
  return rate
}

function readFee(field: string, typed: string): number {
  const minor = parsePrice(typed)
  if (minor === null) throw createFieldProblem(field, 'Enter an amount, such as 25 or 49.90.')
  return minor
}

async function replace(
  ctx: Context,
  actor: Actor,
  seller: { id: string; name: string } | null,
  rate: FeeRate | null,
) {
  const isChanged = await ctx.db.transaction().execute(async (trx) => {
    const by = { adminId: actor.id, now: ctx.now() }
    if (!(await replaceFeeRate(trx, seller?.id ?? null, rate, by))) return false
    const entry = {
      action: 'set-fee' as const,
      target: seller?.id ?? 'everyone',
      subject: seller?.name ?? 'All sellers',
      detail: rate ? describe(rate) : 'The general fee',
    }
    await insertAuditEntry(trx, actor, entry, ctx.now())
    return true
  })
  return { acknowledged: true as const, modifiedCount: isChanged ? 1 : 0 }
}

function describe({ basisPoints, minimum, maximum }: FeeRate): string {
  const highest = maximum === null ? '' : `, at most ${formatMoney(maximum)}`
  return `${basisPoints / 100} %, at least ${formatMoney(minimum)}${highest}`
}
