import type { Db } from '../../db/tables.ts'

/** @returns whether the address is new on the list. */
export async function insertSubscriber(
  db: Db,
  subscriber: { token: string; email: string },
  now: Date,
): Promise<boolean> {
  const result = await db
    .insertInto('newsletter')
    .values({ ...subscriber, created_at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** @returns whether the token was on the list. */
export async function deleteSubscriber(db: Db, token: string): Promise<boolean> {
  const result = await db.deleteFrom('newsletter').where('token', '=', token).executeTakeFirst()
  return result.numDeletedRows === 1n
}
