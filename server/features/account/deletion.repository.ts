import { undeletableStates } from '../../../contract/cars/car-life.ts'
import { eraseFromLedger } from '../../db/ledger.ts'
import type { Db } from '../../db/tables.ts'
import { LIVE_STATES } from '../../sale/records/attempt.repository.ts'
import { otherAdminExists, type User } from '../../core/users/user.repository.ts'

export async function listReservedCarIds(db: Db, sellerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cars')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('state', '=', 'reserved')
    .execute()
  return rows.map((row) => row.id)
}

/**
 * Reports whether a payment is in progress for one of the user's cars, or by the user for another seller's
 * car.
 */
export async function hasLiveAttempt(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('attempts')
    .innerJoin('cars', 'cars.id', 'attempts.car_id')
    .select('attempts.id')
    .where('attempts.state', 'in', LIVE_STATES)
    .where((eb) => eb.or([eb('attempts.buyer_id', '=', userId), eb('cars.seller_id', '=', userId)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Turns a user into a tombstone, except the last admin. Of two admins who delete their accounts concurrently,
 * only one succeeds.
 * @returns true if this call deleted the user
 */
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
      zip: null,
      deleted_at: now.toISOString(),
    })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('role', '<>', 'admin'), otherAdminExists(id)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Number of cars to withdraw per transaction. A small batch keeps other writers from waiting long. */
const WITHDRAWALS_PER_BATCH = 50

export async function listNextCarIds(db: Db, sellerId: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('cars')
    .select('id')
    .where('seller_id', '=', sellerId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(WITHDRAWALS_PER_BATCH)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Takes unsold cars off the market and deletes their photos. Also erases the contact, license plate, and note
 * on a sale elsewhere from all of the cars.
 */
export async function withdrawCars(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('cars')
    .set((eb) => ({
      state: 'withdrawn',
      hidden_at: now.toISOString(),
      featured_at: null,
      shots: null,
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
  await eraseFromLedger(db, ids)
}

/**
 * Deletes all emails to a user's confirmed email address, and its newsletter subscription. An unconfirmed
 * address may belong to another person.
 */
export async function deleteByAddress(
  db: Db,
  { email, isEmailVerified }: Pick<User, 'email' | 'isEmailVerified'>,
): Promise<void> {
  if (!isEmailVerified) return
  await db.deleteFrom('mails').where('recipient', '=', email).execute()
  await db.deleteFrom('subscribers').where('email', '=', email).execute()
}
