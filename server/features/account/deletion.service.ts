import { ProblemError } from '../../../contract/problems.ts'
import type { Context } from '../../context.ts'
import { writeTurn } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { releaseBuyer, releaseCar } from '../../sale/payments/release-car.ts'
import { deletedUser, forgetUser, insertAuditEntry } from '../audit/audit.repository.ts'
import { dropImportsOf } from '../imports/drop-imports.ts'
import { deleteUploadsOf } from '../images/upload.repository.ts'
import { endSessionsOf } from '../sessions/session.repository.ts'
import { findUser, hasOtherAdmin, type User } from '../users/user.repository.ts'
import {
  anonymizePurchases,
  deleteTraces,
  hasLiveAttempt,
  listNextCarIds,
  listReservedCarIds,
  tombstoneUser,
  withdrawCars,
} from './deletion.repository.ts'
import { insertErasure } from './erasure.repository.ts'

interface Deleted {
  acknowledged: true
  deletedCount: number
}

export function deleteMe(ctx: Context, actor: Actor): Promise<Deleted> {
  return remove(ctx, actor, actor.id)
}

export async function deleteUser(ctx: Context, actor: Actor, id: string): Promise<Deleted> {
  if (id === actor.id) throw new ProblemError('own-account')
  return remove(ctx, actor, id)
}

/**
 * Leaves a tombstone: the row keeps its uid and nothing personal, so that payments, sales and reviews still point at
 * somebody. Payments under way are cancelled at Stripe first, as no network call may stand in the transaction.
 * @throws ProblemError `last-admin`; `payment-in-progress` where a payment cannot be stopped anymore.
 */
async function remove(ctx: Context, actor: Actor, id: string): Promise<Deleted> {
  const found = await findUser(ctx.db, id)
  if (!found) return { acknowledged: true, deletedCount: 0 }
  if (found.isAdmin && !(await hasOtherAdmin(ctx.db, id))) throw new ProblemError('last-admin')
  for (const carId of await listReservedCarIds(ctx.db, id)) await releaseCar(ctx, carId)
  await releaseBuyer(ctx, id)
  await dropImportsOf(ctx, id)

  const deleted = await ctx.db.transaction().execute((trx) => removeIn(trx, ctx, actor, id))
  ctx.erasures.wake()
  await ctx.erasures.idle()
  return deleted
}

/** The account goes at once, and the first of its cars with it; the others follow in batches. */
async function removeIn(trx: Db, ctx: Context, actor: Actor, id: string): Promise<Deleted> {
  const now = ctx.now()
  const user = await findUser(trx, id)
  if (!user) return { acknowledged: true, deletedCount: 0 }
  if (!(await tombstoneUser(trx, id, now))) throw new ProblemError('last-admin')
  // Somebody may have begun to pay since the release.
  if (await hasLiveAttempt(trx, id)) throw new ProblemError('payment-in-progress')
  const cars = await listNextCarIds(trx, id, '')
  const by = { actorId: actor.id, now }
  const { set } = await writeTurn(trx, by, { kind: 'delete-account', set: null }, () =>
    withdrawCars(trx, cars, now),
  )
  await erase(trx, user, now)
  const last = cars.at(-1)
  if (last !== undefined && (await listNextCarIds(trx, id, last)).length > 0)
    await insertErasure(trx, {
      user_id: id,
      actor_id: actor.id,
      created_at: now.toISOString(),
      after_car: last,
      change_set: set,
      next_attempt_at: now.toISOString(),
    })
  const entry = { action: 'delete-user' as const, target: id, subject: deletedUser(id) }
  if (actor.id !== id) await insertAuditEntry(trx, actor, entry, now)
  return { acknowledged: true, deletedCount: 1 }
}

async function erase(trx: Db, user: User, now: Date): Promise<void> {
  await endSessionsOf(trx, user.id, now)
  await deleteUploadsOf(trx, user.id)
  await anonymizePurchases(trx, user.id)
  await deleteTraces(trx, user)
  await forgetUser(trx, user.id)
}
