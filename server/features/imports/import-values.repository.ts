import type { CarColumn } from '../../../contract/car-columns.ts'
import type { Db } from '../../db/tables.ts'
import type { ChosenValue } from './plan/chosen-values.ts'

/** What the seller has said values of files become. */
export async function listChosenValues(db: Db, userId: string): Promise<ChosenValue[]> {
  return db
    .selectFrom('import_values')
    .select(['field', 'value', 'becomes'])
    .where('user_id', '=', userId)
    .execute()
}

export async function countChosenValues(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('import_values')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function rememberValue(
  db: Db,
  userId: string,
  { field, value, becomes }: ChosenValue,
): Promise<void> {
  await db
    .insertInto('import_values')
    .values({ user_id: userId, field, value, becomes })
    .onConflict((conflict) => conflict.columns(['user_id', 'field', 'value']).doUpdateSet({ becomes }))
    .execute()
}

export async function forgetValue(
  db: Db,
  userId: string,
  { field, value }: { field: CarColumn; value: string },
): Promise<void> {
  await db
    .deleteFrom('import_values')
    .where('user_id', '=', userId)
    .where('field', '=', field)
    .where('value', '=', value)
    .execute()
}

/** Of a user whose account goes. */
export async function deleteChosenValuesOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('import_values').where('user_id', '=', userId).execute()
}
