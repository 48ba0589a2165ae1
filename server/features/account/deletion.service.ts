import { setTimeout } from 'node:timers/promises'
import { ProblemError } from '../../../contract/api/problems.ts'
import { formatMoney } from '../../../contract/money.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { hasOpenReturnPeriod } from '../../sale/deals/return-period.ts'
import { readSellerDebt } from '../../sale/records/ledger.repository.ts'
import { hasMoneyInFlight } from '../../sale/records/money-in-flight.repository.ts'
import { releaseBuyer, releaseCar } from '../../sale/payments/release-car.ts'
import { formatDeletedUser, insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { endUserSessions } from '../../core/sessions/session.repository.ts'
import { findUser, hasOtherAdmin } from '../../core/users/user.repository.ts'
import { deleteByAddress, hasLiveAttempt, listReservedCarIds, tombstoneUser } from './deletion.repository.ts'
import { findErasure, insertErasure } from './erasure.repository.ts'

interface Deleted {
  acknowledged: true
  deletedCount: number
}

export function deleteMe(ctx: Context, actor: Actor): Promise<Deleted> {
  return deleteAccount(ctx, actor, actor.id)
}

export async function deleteUser(ctx: Context, actor: Actor, id: string): Promise<Deleted> {
  if (id === actor.id) throw new ProblemError('own-account')
  return deleteAccount(ctx, actor, id)
}

/**
 * Deletes an account and leaves a tombstone. The row keeps only its UID and no personal data, so that
 * payments, sales, and reviews still refer to a user. Payments in progress are canceled in Stripe first,
 * because the transaction must not contain network calls. The account is locked out immediately. Its data is
 * erased in batches, which may continue after this function returns.
 * @throws ProblemError `last-admin`; `payment-in-progress` if a payment can no longer be stopped;
 * `stripe-refused` or `service-unavailable` if Stripe does not cancel it; `money-in-flight` while a deal, a
 * reservation, a refund, or a dispute of the user is open, while a buyer may return a car to the user, and for
 * users who delete their own account despite a debt
 */
async function deleteAccount(ctx: Context, actor: Actor, id: string): Promise<Deleted> {
  const storedUser = await findUser(ctx.db, id)
  if (!storedUser) return { acknowledged: true, deletedCount: 0 }
  if (storedUser.isAdmin && !(await hasOtherAdmin(ctx.db, id))) throw new ProblemError('last-admin')
  await checkMoney(ctx.db, ctx, actor, id)
  for (const carId of await listReservedCarIds(ctx.db, id)) await releaseCar(ctx, carId)
  await releaseBuyer(ctx, id)

  const deleted = await ctx.db.transaction().execute((trx) => lockOut(trx, ctx, actor, id))
  ctx.erasures.wake()
  await waitForErasure(ctx, id)
  return deleted
}

/**
 * Verifies that no payment, return period, or debt prevents the deletion of an account.
 * @throws ProblemError `money-in-flight`
 */
async function checkMoney(db: Db, ctx: Context, actor: Actor, id: string): Promise<void> {
  if (await hasMoneyInFlight(db, id)) throw new ProblemError('money-in-flight')
  if (await hasOpenReturnPeriod(db, id, ctx.now()))
    throw new ProblemError('money-in-flight', {
      detail: 'A buyer can still return a car to this account. It can be deleted after the return period.',
    })
  const debt = actor.id === id ? await readSellerDebt(db, id) : 0
  if (debt > 0)
    throw new ProblemError('money-in-flight', {
      detail: `You owe ${formatMoney(debt)} for a refunded sale, which we deduct from your next payouts. You can delete your account after that, or ask our team to delete it.`,
    })
}

/**
 * Maximum time, in milliseconds, that a request waits for the erasure. It is far below the 60 seconds after
 * which proxies time out.
 */
const MAX_WAIT_MS = 5000
const POLL_MS = 50

/** Waits until this or another process has erased the account, but no longer than `MAX_WAIT_MS`. */
async function waitForErasure({ db }: Context, id: string): Promise<void> {
  const deadline = performance.now() + MAX_WAIT_MS
  while ((await findErasure(db, id)) && performance.now() < deadline) await setTimeout(POLL_MS)
}

async function lockOut(trx: Db, ctx: Context, actor: Actor, id: string): Promise<Deleted> {
  const now = ctx.now()
  const user = await findUser(trx, id)
  if (!user) return { acknowledged: true, deletedCount: 0 }
  if (!(await tombstoneUser(trx, id, now))) throw new ProblemError('last-admin')
  // A payment may have started since the holds were released.
  if (await hasLiveAttempt(trx, id)) throw new ProblemError('payment-in-progress')
  await checkMoney(trx, ctx, actor, id)
  await endUserSessions(trx, id, now)
  await deleteByAddress(trx, user)
  await insertErasure(trx, { userId: id, actorId: actor.id, now })
  const debt = await readSellerDebt(trx, id)
  const detail = debt > 0 ? `Owed ${formatMoney(debt)}` : ''
  const entry = { action: 'delete-user' as const, target: id, subject: formatDeletedUser(id), detail }
  if (actor.id !== id) await insertAuditEntry(trx, actor, entry, now)
  return { acknowledged: true, deletedCount: 1 }
}
