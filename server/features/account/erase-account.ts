import type { Context } from '../../context.ts'
import type { FindTask } from '../../scheduling/lanes.ts'
import { dropUserImports } from '../imports/drop-imports.ts'
import { eraseBatch, erasureSteps } from './erasure-steps.ts'
import {
  deleteErasure,
  findErasure,
  findNextErasure,
  recordErasure,
  type Erasure,
} from './erasure.repository.ts'

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 600_000

/**
 * Finds the next deleted account with data to erase, including accounts from before a restart. A failed batch
 * is retried with a backoff, without delaying other accounts.
 */
export const findErasureTask: FindTask<Context> = async (ctx, after) => {
  const job = await findNextErasure(ctx.db, after, ctx.now())
  return (
    job && {
      userId: job.user_id,
      async run() {
        // A running import would add more cars, so it is dropped first.
        await dropUserImports(ctx, job.user_id)
        await eraseNextBatch(ctx, job.user_id)
        return undefined
      },
      async fail(error) {
        ctx.log.error({ err: error, user: job.user_id }, 'a deleted account could not be erased')
        await recordErasure(ctx.db, job.user_id, {
          attempts: job.attempts + 1,
          next_attempt_at: nextAttempt(job.attempts, ctx.now()),
        })
      },
    }
  )
}

function nextAttempt(attempts: number, now: Date): string {
  return new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 2 ** attempts, LONGEST_RETRY_MS)).toISOString()
}

function eraseNextBatch(ctx: Context, userId: string): Promise<void> {
  return ctx.db.transaction().execute(async (trx) => {
    const job = await findErasure(trx, userId)
    if (!job) return
    const after = await eraseBatch(trx, ctx, job)
    if (after !== null) return recordErasure(trx, userId, { after, attempts: 0 })
    const nextStep = stepAfter(job)
    if (!nextStep) return deleteErasure(trx, userId)
    return recordErasure(trx, userId, { step: nextStep, after: '', attempts: 0 })
  })
}

function stepAfter({ step }: Erasure): Erasure['step'] | undefined {
  return erasureSteps[erasureSteps.indexOf(step) + 1]
}
