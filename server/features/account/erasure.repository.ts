import type { Db, Row } from '../../db/tables.ts'

export type Erasure = Row<'job_erasures'>

export async function insertErasure(
  db: Db,
  { userId, actorId, now }: { userId: string; actorId: string; now: Date },
): Promise<void> {
  const at = now.toISOString()
  await db
    .insertInto('job_erasures')
    .values({ user_id: userId, actor_id: actorId, created_at: at, step: 'cars', next_attempt_at: at })
    .execute()
}

/**
 * Finds the next account to erase, in rotation.
 * @param after the account whose turn was last
 */
export async function findNextErasure(db: Db, after: string, now: Date): Promise<Erasure | null> {
  const row = await db
    .selectFrom('job_erasures')
    .selectAll()
    .where('next_attempt_at', '<=', now.toISOString())
    .orderBy((eb) => eb.case().when('user_id', '>', after).then(0).else(1).end())
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function findErasure(db: Db, userId: string): Promise<Erasure | null> {
  const row = await db.selectFrom('job_erasures').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ?? null
}

export async function recordErasure(
  db: Db,
  userId: string,
  changes: Partial<Omit<Erasure, 'user_id'>>,
): Promise<void> {
  await db.updateTable('job_erasures').set(changes).where('user_id', '=', userId).execute()
}

export async function deleteErasure(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('job_erasures').where('user_id', '=', userId).execute()
}
