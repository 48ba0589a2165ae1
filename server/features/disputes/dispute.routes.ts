import { hasText, isAnswerable, type disputeEndpoints } from '../../../contract/disputes.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import {
  countDisputes,
  findDispute,
  findListedDispute,
  listDisputes,
  recordSubmission,
  saveEvidence,
  type StoredDispute,
} from '../../sale/records/dispute.repository.ts'
import { followDispute, readDispute } from '../../sale/disputes/follow-dispute.ts'
import { toPaymentEntry } from '../../sale/records/payment-entry.ts'
import { findPayment } from '../../sale/records/payment.repository.ts'
import { toWireDispute } from './dispute.wire.ts'

export const disputeRoutes: Handlers<keyof typeof disputeEndpoints> = {
  listDisputes: async ({ ctx, query, req }) =>
    pageResponse(await listDisputes(ctx.db, query), req, toWireDispute),

  countDisputes: ({ ctx }) => countDisputes(ctx),

  async getDispute({ ctx, params }) {
    const dispute = await findListedDispute(ctx.db, params.id)
    if (!dispute) throw new ProblemError('not-found')
    return toWireDispute(dispute)
  },

  async updateDispute({ ctx, params, body }) {
    const dispute = await getAnswerable(ctx, params.id)
    const evidence = { ...dispute.evidence, ...body.evidence }
    await ctx.payments.updateDispute(dispute.id, evidence, false)
    await saveEvidence(ctx.db, dispute.id, evidence, ctx.now())
    return { acknowledged: true as const, modifiedCount: 1 }
  },

  async submitDispute({ ctx, actor, params }) {
    const dispute = await getAnswerable(ctx, params.id)
    if (!hasText(dispute.evidence)) throw new ProblemError('evidence-missing')
    await ctx.payments.updateDispute(dispute.id, dispute.evidence, true)
    await ctx.db.transaction().execute(async (trx) => {
      if (!(await recordSubmission(trx, dispute.id, actor.id, ctx.now()))) return
      const payment = (await findPayment(trx, dispute.paymentId))!
      const entry = { ...toPaymentEntry(payment), action: 'submit-evidence' as const, detail: dispute.id }
      await insertAuditEntry(trx, actor, entry, ctx.now())
    })
    await followDispute(ctx, dispute.id)
    return { acknowledged: true as const, modifiedCount: 1 }
  },
}

/**
 * Reads the dispute from Stripe first, because its evidence may have been submitted in Stripe's dashboard. It stages
 * no evidence, so that admins submit only texts that they have seen.
 * @throws ProblemError `not-found`; `dispute-over` if the evidence was submitted or the dispute is closed;
 * otherwise the same as `readDispute`
 */
async function getAnswerable(ctx: Context, id: string): Promise<StoredDispute> {
  const stored = await findDispute(ctx.db, id)
  if (!stored) throw new ProblemError('not-found')
  if (isAnswerable(stored)) await readDispute(ctx, id)
  const dispute = (await findDispute(ctx.db, id))!
  if (!isAnswerable(dispute)) throw new ProblemError('dispute-over')
  return dispute
}
