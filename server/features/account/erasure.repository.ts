import type { Insertable } from 'kysely'
import type { Db, ErasuresTable, Row } from '../../db/tables.ts'

export type Erasure = Row<'erasures'>

export async function insertErasure(db: Db, erasure: Insertable<ErasuresTable>): Promise<void> {
  await db.insertInto('erasures').values(erasure).execute()
}

/** Finds the next account whose cars are to be withdrawn. @param after the account whose turn was last */
export async function findNextErasure(db: Db, after: string, now: Date): Promise<Erasure | null> {
  const row = await db
    .selectFrom('erasures')
    .selectAll()
    .where('next_attempt_at', '<=', now.toISOString())
    .orderBy((eb) => eb.case().when('user_id', '>', after).then(0).else(1).end())
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function findErasure(db: Db, userId: string): Promise<Erasure | null> {
  const row = await db.selectFrom('erasures').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return row ?? null
}

export async function noteErasure(
  db: Db,
  userId: string,
  noted: Partial<Omit<Erasure, 'user_id'>>,
): Promise<void> {
  await db.updateTable('erasures').set(noted).where('user_id', '=', userId).execute()
}

export async function deleteErasure(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('erasures').where('user_id', '=', userId).execute()
}
