import { jsonOf } from '../engines/json.ts'
import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

const tables = ['purchases', 'payments']

/** Year, make and model of the car that a record is about; the model's text as the record has it. */
const nameOf = (model: string) => `(
  select coalesce(cars.year || ' ', '')
    || case when lower(${model}) like lower(cars.category_name) || ' %' then '' else cars.category_name || ' ' end
    || ${model}
  from cars where cars.id = car_id)`

/** Purchases, payments and reports name their car in full, as it was then. */
export const carNames: Migration = {
  async up(db) {
    const json = jsonOf(db)
    const reported = json.with('snapshot', 'carName', nameOf(json.text('snapshot', 'modelName')))
    await runStatements(db, [
      ...tables.map((table) => `alter table ${table} add column car_name text not null default ''`),
      ...tables.map((table) => `update ${table} set car_name = ${nameOf('car_model_name')}`),
      `update reports set snapshot = ${reported}`,
    ])
  },
  async down(db) {
    await runStatements(db, [
      `update reports set snapshot = ${jsonOf(db).without('snapshot', 'carName')}`,
      ...tables.map((table) => `alter table ${table} drop column car_name`),
    ])
  },
}
