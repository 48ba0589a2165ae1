import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { type Actor, mayTrade } from '../../actor.ts'
import type { Db } from '../../db/tables.ts'

import { findUser } from '../../core/users/user.repository.ts'
import { endUndoIn } from '../undo/undo.repository.ts'
import { recordRevertProgress, type LongRevert } from './long-revert.repository.ts'

/** The person at whose request a batch runs, with today's role; null if they may no longer do it. */
export async function findRevertActor(
  trx: Db,
  { config }: Pick<Context, 'config'>,
  { userId }: LongRevert,
): Promise<Actor | null> {
  const user = await findUser(trx, userId)
  if (!user || !mayTrade(config, user)) return null
  const isSeller = user.account === 'seller'
  if (!isSeller && !user.isAdmin) return null
  return { ...user, isSeller, sessionId: '' }
}

export const NOT_ALLOWED = 'You may no longer change these cars, so this stopped. What was done so far stays.'
const FAILED = 'Something went wrong on our end, and this stopped. What was done so far stays. Try it again.'

/** Returns the message for the person whose batch failed, such as that their quota is full. */
export function messageOf(error: unknown): string {
  return error instanceof ProblemError ? error.message : FAILED
}

/** Ends the work before all cars were processed. What was reverted can be undone for a minute. */
export async function stopRevert(
  trx: Db,
  ctx: Pick<Context, 'now'>,
  id: string,
  message: string,
): Promise<void> {
  await recordRevertProgress(trx, id, { state: 'stopped', message })
  await endUndoIn(trx, id, ctx.now())
}
