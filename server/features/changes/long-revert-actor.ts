import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { type Actor, canTrade } from '../../actor.ts'
import type { Db } from '../../db/tables.ts'

import { findUser } from '../../core/users/user.repository.ts'
import { shortenUndo } from '../undo/undo.repository.ts'
import { recordRevertProgress, type LongRevert } from './long-revert.repository.ts'

/**
 * Finds the user who requested a batch, with their current role.
 * @returns null if they no longer have permission
 */
export async function findRevertActor(
  trx: Db,
  { config }: Pick<Context, 'config'>,
  { userId }: LongRevert,
): Promise<Actor | null> {
  const user = await findUser(trx, userId)
  if (!user || !canTrade(config, user)) return null
  const isSeller = user.account === 'seller'
  if (!isSeller && !user.isAdmin) return null
  return { ...user, isSeller, sessionId: '' }
}

export const NOT_ALLOWED = 'You may no longer change these cars, so this stopped. What was done so far stays.'
const FAILED = 'Something went wrong on our end, and this stopped. What was done so far stays. Try it again.'

/** Returns the message for a user whose batch failed, such as for an exhausted quota. */
export function getRevertErrorMessage(error: unknown): string {
  return error instanceof ProblemError ? error.message : FAILED
}

/** Stops the work before all cars were processed. The reverted cars can be restored for a minute. */
export async function stopRevert(
  trx: Db,
  ctx: Pick<Context, 'now'>,
  id: string,
  message: string,
): Promise<void> {
  await recordRevertProgress(trx, id, { state: 'stopped', message })
  await shortenUndo(trx, id, ctx.now())
}
