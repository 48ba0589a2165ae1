import { buildCarName } from '../../../contract/cars/car-name.ts'
import type { CarColumn } from '../../../contract/cars/car-columns.ts'
import type { Page } from '../../db/page.ts'
import type { Call } from '../../http/handler.ts'
import { findCars } from '../cars/car.repository.ts'
import type { Car } from '../cars/car.ts'
import { listRows, type ImportRow } from './import-rows.repository.ts'
import type { CarImport } from './import.repository.ts'
import { getOwnImport } from './import.service.ts'
import { listRowsAtOffset } from './offset-rows.repository.ts'
import type { ShownRow } from './shown-row.ts'

export async function listImportRows({
  ctx,
  actor,
  params,
  query,
}: Call<'listImportRows'>): Promise<Page<ShownRow>> {
  const job = await getOwnImport(ctx.db, 'listImportRows', actor, params.id)
  const isOffsetQuery = query.offset !== undefined || query.from !== undefined
  const page = await (isOffsetQuery ? listRowsAtOffset(ctx, job.id, query) : listRows(ctx.db, job.id, query))
  const ids = page.items.flatMap(({ carId }) => carId ?? [])
  const cars = ids.length > 0 ? await findCars(ctx.db, ids) : []
  const byId = new Map(cars.map((car) => [car.id, car]))
  return { ...page, items: page.items.map((row) => toShownRow(row, byId.get(row.carId ?? ''), job)) }
}

function toShownRow(row: ImportRow, car: Car | undefined, job: CarImport): ShownRow {
  const { plannedFields: fieldValues } = row
  const cell = createCellReader(row, job)
  const year = fieldValues.year ?? car?.year ?? (Number(cell('year')) || null)
  const category_name = fieldValues.make ?? car?.make ?? cell('make')
  const modelName = fieldValues.modelName ?? car?.modelName ?? cell('modelName')
  return {
    ...row,
    name: buildCarName({ year, category_name, modelName }),
    stockNo: fieldValues.stockNo ?? car?.stockNo ?? cell('stockNo'),
    vin: fieldValues.vin ?? car?.vin ?? cell('vin'),
    before: car && car.version === row.version ? car : null,
  }
}

/** Returns a function that returns the row's cell for a field. */
function createCellReader({ cells }: ImportRow, { columns }: CarImport): (field: CarColumn) => string {
  return (field) => {
    const column = columns.find((candidate) => candidate.field === field)?.column
    return column === undefined ? '' : (cells[column] ?? '').trim()
  }
}
