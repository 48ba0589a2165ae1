import { undeletableStates } from '../../../contract/cars/car-life.ts'
import { eraseFromLedger } from '../../db/ledger.ts'
import type { Db } from '../../db/tables.ts'
import { LIVE } from '../../sale/records/attempt.repository.ts'
import { otherAdminExists, type User } from '../../core/users/user.repository.ts'

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

/** Number of cars of a deleted account that one transaction withdraws, so that nobody else waits long. */
const WITHDRAWN_AT_ONCE = 50

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
  await eraseFromLedger(db, ids)
}

/** Deletes what was sent to the address of a user who has proven that it is theirs, and the newsletter of that address. */
export async function deleteByAddress(
  db: Db,
  { email, isEmailVerified }: Pick<User, 'email' | 'isEmailVerified'>,
): Promise<void> {
  if (!isEmailVerified) return
  await db.deleteFrom('mails').where('recipient', '=', email).execute()
  await db.deleteFrom('subscribers').where('email', '=', email).execute()
}
