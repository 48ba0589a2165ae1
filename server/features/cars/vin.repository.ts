import { sql } from 'kysely'
import { liveStates } from '../../../contract/cars/car-life.ts'
import { isAlike } from '../../db/engines/texts.ts'
import type { Db } from '../../db/tables.ts'
import { CHANGE_SET } from '../undo/undo.repository.ts'
import type { CarFields } from './car.ts'

export type VinFields = Pick<CarFields, 'vin' | 'make' | 'model' | 'modelName' | 'year'>

/**
 * Finds the seller's car with this VIN, other than `carId`, in a live state or, with `inAnyState`, in any
 * state. Deleted cars do not count.
 */
export async function findOwnCarWithVin(
  db: Db,
  vin: string,
  owner: { sellerId: string; carId?: string | undefined; inAnyState?: boolean },
): Promise<string | null> {
  const row = await db
    .selectFrom('cars')
    .select('id')
    .where('vin', '=', vin)
    .where('seller_id', '=', owner.sellerId)
    .where('id', '<>', owner.carId ?? '')
    .$if(!owner.inAnyState, (all) => all.where('state', 'in', liveStates))
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/**
 * Reports whether another seller has a claim to the VIN. A car establishes a claim if it is on the market, is being
 * prepared for relisting, or was withdrawn recently enough to undo this. A car that awaits review establishes no
 * claim.
 */
export async function isClaimedElsewhere(db: Db, vin: string, sellerId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('cars')
    .select('id')
    .where('vin', '=', vin)
    .where('seller_id', '<>', sellerId)
    .where('held_vin', 'is', null)
    .where((eb) => {
      const isOnMarket = eb('state', 'in', ['instock', 'reserved'])
      const isPrepared = eb('state', 'in', ['due-in', 'preparing']).and('hidden_at', 'is', null)
      const canReturn = eb.exists(
        eb
          .selectFrom('car_changes')
          .innerJoin('undo_rows', (join) =>
            join.on('undo_rows.row_id', '=', sql`${CHANGE_SET} || cast("car_changes"."set" as text)`),
          )
          .innerJoin('undos', 'undos.id', 'undo_rows.undo_id')
          .select('undos.id')
          .whereRef('car_changes.car', '=', 'cars.id')
          .where('car_changes.field', 'in', ['state', 'hiddenAt'])
          .where('undos.expires_at', '>', now.toISOString()),
      )
      return eb.or([isOnMarket, eb('listed_at', 'is not', null).and(eb.or([isPrepared, canReturn]))])
    })
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Finds the VIN for which another of the seller's cars, deleted or not, awaits review, if that may be the
 * same car. It may be the same car if it has that VIN or the same make, model, and year. A VIN that an admin
 * has approved for the seller is not returned.
 */
export async function findUndecidedVin(
  db: Db,
  { vin, make, model, modelName, year }: VinFields,
  owner: { sellerId: string; carId?: string },
): Promise<string | null> {
  const row = await db
    .selectFrom('cars')
    .select('held_vin')
    .where('seller_id', '=', owner.sellerId)
    .where('held_vin', 'is not', null)
    .where('id', '<>', owner.carId ?? '')
    .where((eb) => {
      const isSameModel = isAlike(sql`coalesce(model, model_name)`, model ?? modelName)
      const isSameCar = eb('category_name', '=', make).and(isSameModel)
      const isSameYear = eb.or([eb('year', 'is', null), eb('year', '=', year)])
      return eb.or([eb('held_vin', '=', vin), year === null ? isSameCar : isSameCar.and(isSameYear)])
    })
    .where(({ not, exists, selectFrom }) => {
      const decided = selectFrom('cars as decided').whereRef('decided.seller_id', '=', 'cars.seller_id')
      return not(exists(decided.select('decided.id').whereRef('decided.cleared_vin', '=', 'cars.held_vin')))
    })
    .executeTakeFirst()
  return row?.held_vin ?? null
}

/** Holds the car until an admin has reviewed this VIN, regardless of later changes to the car. */
export async function holdCar(db: Db, id: string, vin: string): Promise<void> {
  await db.updateTable('cars').set({ held_vin: vin }).where('id', '=', id).execute()
}

/** Approves the car's VIN. The car may then be listed with it regardless of other sellers. */
export async function clearVin(db: Db, id: string): Promise<void> {
  await db
    .updateTable('cars')
    .set((eb) => ({ cleared_vin: eb.fn.coalesce('vin', 'held_vin'), held_vin: null }))
    .where('id', '=', id)
    .execute()
}
