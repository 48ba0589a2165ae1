import { DEFAULT_SHORTLIST_FREQUENCY, type ShortlistFrequency } from '../../../contract/shortlist-limits.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'

/** Returns how often a user gets emails about the cars on their shortlist. */
export async function findFrequency(db: Db, userId: string): Promise<ShortlistFrequency> {
  const row = await db
    .selectFrom('shortlist_emails')
    .select('every')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.every ?? DEFAULT_SHORTLIST_FREQUENCY
}

export async function setFrequency(db: Db, userId: string, every: ShortlistFrequency): Promise<void> {
  await db
    .insertInto('shortlist_emails')
    .values({ user_id: userId, every, token: newId() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ every }))
    .execute()
}

/** Returns a user's token for the link that stops the emails. A user's first email creates it. */
export async function provideToken(db: Db, userId: string): Promise<string> {
  await db
    .insertInto('shortlist_emails')
    .values({ user_id: userId, every: DEFAULT_SHORTLIST_FREQUENCY, token: newId() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { token } = await db
    .selectFrom('shortlist_emails')
    .select('token')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return token
}

/**
 * Stops the shortlist emails of the user with the given token.
 * @returns true if the token belongs to a user whose emails were not stopped yet
 */
export async function stopShortlistEmails(db: Db, token: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('shortlist_emails')
    .set({ every: 'never' })
    .where('token', '=', token)
    .where('every', '<>', 'never')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteUserShortlistEmails(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('shortlist_emails').where('user_id', '=', userId).execute()
}
