import type { CarColumn } from '../../../contract/cars/car-columns.ts'
import type { MileageUnit } from '../../../contract/cars/car-numbers.ts'
import type { Db } from '../../db/tables.ts'
import type { ChosenValue } from './plan/chosen-values.ts'

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

export async function deleteRememberedValue(
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

/**
 * The key under which the seller's last choice of a mileage unit is stored: as the replacement for an empty
 * unit.
 */
const EMPTY_UNIT = { field: 'mileageUnit', value: '' } as const

export async function rememberMileageUnit(db: Db, userId: string, unit: MileageUnit): Promise<void> {
  await rememberValue(db, userId, { ...EMPTY_UNIT, becomes: unit })
}

/**
 * Returns the unit that the seller last chose for mileages without a unit, or null if they have never chosen
 * one.
 */
export async function readLastMileageUnit(db: Db, userId: string): Promise<MileageUnit | null> {
  const row = await db
    .selectFrom('import_values')
    .select('becomes')
    .where('user_id', '=', userId)
    .where('field', '=', EMPTY_UNIT.field)
    .where('value', '=', EMPTY_UNIT.value)
    .executeTakeFirst()
  return (row?.becomes ?? null) as MileageUnit | null
}

export async function deleteUserChosenValues(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('import_values').where('user_id', '=', userId).execute()
}
