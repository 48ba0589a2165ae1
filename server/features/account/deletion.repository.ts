import { undeletableStates } from '../../../contract/car-life.ts'
import { forgetInLedger } from '../../db/ledger.ts'
import type { Db } from '../../db/tables.ts'
import { LIVE } from '../../sale/records/attempt.repository.ts'
import { deleteChosenValuesOf } from '../imports/import-values.repository.ts'
import { deleteFeedsOf } from '../feeds/feed.repository.ts'
import { deletePictureHostsOf } from '../imports/picture-hosts.repository.ts'
import { deleteImportsOf } from '../imports/import.repository.ts'
import { deleteRevertsOf } from '../undo/long-revert.repository.ts'
import { otherAdminExists } from '../users/user.repository.ts'

/** The cars of a seller that somebody is paying for. */
export async function listReservedCarIds(db: Db, sellerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cars')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('state', '=', 'reserved')
    .execute()
  return rows.map((row) => row.id)
}

/** Whether somebody pays for one of the user's cars, or the user for another's. */
export async function hasLiveAttempt(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('attempts')
    .innerJoin('cars', 'cars.id', 'attempts.car_id')
    .select('attempts.id')
    .where('attempts.state', 'in', LIVE)
    .where((where) =>
      where.or([where('attempts.buyer_id', '=', userId), where('cars.seller_id', '=', userId)]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Never the last admin: of two admins who go at the same time, one succeeds. @returns whether this call did it. */
export async function tombstoneUser(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({
      email: '',
      email_verified: 0,
      email_at: null,
      full_name: 'Deleted user',
      photo_url: '',
      role: 'user',
      verified: 0,
      deleted_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('role', '<>', 'admin'), otherAdminExists(id)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** So many cars of a deleted account one transaction withdraws, so that nobody else waits long. */
const WITHDRAWN_AT_ONCE = 100

/** Lists the next cars of a seller by their IDs. */
export async function listNextCarIds(db: Db, sellerId: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cars')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(WITHDRAWN_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes those of the cars that are unsold off the market, with their pictures, and the seller's number and their plates off all of them. */
export async function withdrawCars(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('cars')
    .set((eb) => ({
      state: 'withdrawn',
      hidden_at: now.toISOString(),
      featured_at: null,
      version: eb('version', '+', 1),
    }))
    .where('id', 'in', ids)
    .where('state', 'not in', undeletableStates)
    .execute()
  await db
    .deleteFrom('car_pictures')
    .where('car_id', 'in', (eb) =>
      eb.selectFrom('cars').select('id').where('id', 'in', ids).where('state', '=', 'withdrawn'),
    )
    .execute()
  await db
    .updateTable('cars')
    .set({ contact: '', registration: '', elsewhere_note: '' })
    .where('id', 'in', ids)
    .execute()
  await forgetInLedger(db, ids)
}

/** Unpaid items go; of the paid ones stays what the payment's record needs. */
export async function anonymizePurchases(db: Db, buyerId: string): Promise<void> {
  await db
    .updateTable('purchases')
    .set({ state: 'removed' })
    .where('buyer_id', '=', buyerId)
    .where('state', '=', 'unpaid')
    .execute()
  await db
    .updateTable('purchases')
    .set({ buyer_name: 'Deleted user', buyer_contact: '', meeting_place: '' })
    .where('buyer_id', '=', buyerId)
    .execute()
}

/** Everything that is about the user alone; what went to the address only where they have proven that it is theirs. */
export async function deleteTraces(
  db: Db,
  user: { id: string; email: string; isEmailVerified: boolean },
): Promise<void> {
  await db.deleteFrom('messages').where('user_id', '=', user.id).execute()
  await db.deleteFrom('mails').where('user_id', '=', user.id).execute()
  if (user.isEmailVerified) {
    await db.deleteFrom('mails').where('recipient', '=', user.email).execute()
    await db.deleteFrom('subscribers').where('email', '=', user.email).execute()
  }
  await deleteRevertsOf(db, user.id)
  await db.deleteFrom('undos').where('user_id', '=', user.id).execute()
  await deleteImportsOf(db, user.id)
  await deletePictureHostsOf(db, user.id)
  await deleteChosenValuesOf(db, user.id)
  await deleteFeedsOf(db, user.id)
  await db
    .deleteFrom('reviews')
    .where('author_id', '=', user.id)
    .where('deleted_at', 'is not', null)
    .execute()
  await db
    .deleteFrom('reports')
    .where('reporter_id', '=', user.id)
    .where('deleted_at', 'is not', null)
    .execute()
}
