import type { Updateable } from 'kysely'
import type { SkipReason } from '../../../contract/cars/car-changes.ts'
import { parsePrice } from '../../../contract/money.ts'
import { attempt } from '../../db/engines/attempts.ts'
import { findRejection } from '../../db/engines/rejections.ts'
import { fieldOfColumn, ledgerColumns } from '../../db/ledger.ts'
import type { CarsTable, Db } from '../../db/tables.ts'
import type { Car } from '../cars/car.ts'
import type { Change } from './change.ts'

/**
 * Writes the former values of fields if the car still has the version and state that were read.
 * @param orThrow throws if another car now has a value that must be unique
 * @returns null if written; the reason if the car has changed or another car has such a value
 */
export async function writeBack(
  trx: Db,
  car: Car,
  changes: readonly Change[],
  orThrow: boolean,
): Promise<SkipReason | null> {
  if (changes.length === 0) return null
  // Featuring a car is not an edit.
  const isEdit = changes.some(({ field }) => field !== 'featuredAt')
  try {
    const columns = await columnsOf(trx, changes)
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

async function columnsOf(trx: Db, changes: readonly Change[]): Promise<Updateable<CarsTable>> {
  const columns = new Map((await ledgerColumns(trx)).map(({ name }) => [fieldOfColumn(name), name]))
  const values = changes.flatMap(({ field, before }) => {
    const column = columns.get(field)
    return column ? [[column, released(field, before)] as const, ...minorOf(field, before)] : []
  })
  return Object.fromEntries(values)
}

/** Returns the value to restore. A hold that was canceled for the change is not restored. */
function released(field: string, before: Change['before']): Change['before'] {
  return field === 'state' && before === 'reserved' ? 'instock' : before
}

/** Returns the price column that belongs to a price text, with the price in cents. */
function minorOf(field: string, text: Change['before']): (readonly [string, number | null])[] {
  const column = { resellPrice: 'price_minor', originalPrice: 'original_price_minor' }[field]
  return column ? [[column, parsePrice(String(text))]] : []
}
