import type { Updateable } from 'kysely'
import type { SkipReason } from '../../../contract/cars/car-changes.ts'
import { parsePrice } from '../../../contract/money.ts'
import { attempt } from '../../db/engines/attempts.ts'
import { findRejection } from '../../db/engines/rejections.ts'
import { toFieldName, listLedgerColumns } from '../../db/ledger.ts'
import type { CarsTable, Db } from '../../db/tables.ts'
import type { Car } from '../cars/car.ts'
import type { Change } from './change.ts'

/**
 * Restores the former values of fields if the car's version and state have not changed since they were read.
 * @param orThrow throws if another car now has a value that must be unique
 * @returns null if the values were restored; otherwise, the reason: the car has changed, or another car has
 * one of the values
 */
export async function writeBack(
  trx: Db,
  car: Car,
  changes: readonly Change[],
  orThrow: boolean,
): Promise<SkipReason | null> {
  if (changes.length === 0) return null
  // Featuring a car is not an edit, so it does not increment the version.
  const isEdit = changes.some(({ field }) => field !== 'featuredAt')
  try {
    const columns = await buildColumnValues(trx, changes)
    const result = await attempt(trx, () =>
      trx
        .updateTable('cars')
        .set({ ...columns, ...(isEdit && { version: car.version + 1 }) })
        .where('id', '=', car.id)
        .where('version', '=', car.version)
        .where('state', '=', car.state)
        .executeTakeFirst(),
    )
    return result.numUpdatedRows === 1n ? null : 'changed'
  } catch (error) {
    if (orThrow || findRejection(error) === null) throw error
    return 'taken'
  }
}

async function buildColumnValues(trx: Db, changes: readonly Change[]): Promise<Updateable<CarsTable>> {
  const columns = new Map((await listLedgerColumns(trx)).map(({ name }) => [toFieldName(name), name]))
  const values = changes.flatMap(({ field, before }) => {
    const column = columns.get(field)
    return column ? [[column, removeHold(field, before)] as const, ...derivePriceColumn(field, before)] : []
  })
  return Object.fromEntries(values)
}

/**
 * Returns the value to restore. If the change canceled a buyer's hold, the hold is not restored and the car
 * is in stock.
 */
function removeHold(field: string, before: Change['before']): Change['before'] {
  return field === 'state' && before === 'reserved' ? 'instock' : before
}

/** Returns the price column that is derived from a price string, with the price in cents. */
function derivePriceColumn(field: string, text: Change['before']): (readonly [string, number | null])[] {
  const column = { resellPrice: 'price_minor', originalPrice: 'original_price_minor' }[field]
  return column ? [[column, parsePrice(String(text))]] : []
}
