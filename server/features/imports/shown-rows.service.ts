import { carName } from '../../../contract/cars/car-name.ts'
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
  return { ...page, items: page.items.map((row) => show(row, byId.get(row.carId ?? ''), job)) }
}

function show(row: ImportRow, car: Car | undefined, job: CarImport): ShownRow {
  const { said } = row
  const cell = cellsOf(row, job)
  const year = said.year ?? car?.year ?? (Number(cell('year')) || null)
  const category_name = said.make ?? car?.make ?? cell('make')
  const modelName = said.modelName ?? car?.modelName ?? cell('modelName')
  return {
    ...row,
    name: carName({ year, category_name, modelName }),
    stockNo: said.stockNo ?? car?.stockNo ?? cell('stockNo'),
    vin: said.vin ?? car?.vin ?? cell('vin'),
    before: car && car.version === row.version ? car : null,
  }
}

/** Returns a function that reads the row's cell for a field, from the column that is mapped to that field. */
function cellsOf({ cells }: ImportRow, { columns }: CarImport): (field: CarColumn) => string {
  return (field) => {
    const column = columns.find((one) => one.field === field)?.column
    return column === undefined ? '' : (cells[column] ?? '').trim()
  }
}
