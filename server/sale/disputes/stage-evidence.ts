import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { findDispute, saveStagedEvidence, type StoredDispute } from '../records/dispute.repository.ts'
import { assembleEvidence } from './assemble-evidence.ts'

/**
 * Assembles the evidence for a dispute from our records, and stores it in Stripe without submitting it. An admin
 * checks and submits it. Later records replace it until an admin has changed it.
 * @throws ProblemError `service-unavailable` if Stripe does not respond.
 */
export async function stageEvidence(ctx: Context, disputeId: string): Promise<void> {
  const dispute = await findDispute(ctx.db, disputeId)
  if (!dispute || dispute.editedAt || !acceptsEvidence(dispute, ctx.now())) return
  const evidence = await assembleEvidence(ctx.db, dispute)
  if (isDeepStrictEqual(evidence, dispute.evidence)) return
  const removed = Object.fromEntries(Object.keys(dispute.evidence).map((field) => [field, '']))
  try {
    await ctx.payments.updateDispute(disputeId, { ...removed, ...evidence }, false)
  } catch (error) {
    // The admin can correct the evidence here, and each update sends all of it.
    if (!(error instanceof ProblemError && error.code === 'stripe-refused')) throw error
    ctx.log.warn({ err: error, dispute: disputeId }, 'Stripe refused a draft of evidence')
  }
  await saveStagedEvidence(ctx.db, disputeId, evidence)
}

function acceptsEvidence({ state, submittedAt, dueBy }: StoredDispute, now: Date): boolean {
  return state.endsWith('needs_response') && !submittedAt && (dueBy === null || dueBy > now.toISOString())
}
