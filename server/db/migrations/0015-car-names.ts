import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Year, make and model of the car that a record is about; the model's text as the record has it. */
const nameOf = (model: string) => `(
  select coalesce(cars.year || ' ', '')
    || case when lower(${model}) like lower(cars.category_name) || ' %' then '' else cars.category_name || ' ' end
    || ${model}
  from cars where cars.id = car_id)`

/** Purchases, payments and reports name their car in full, as it was then. */
export const carNames: Migration = {
  async up(db) {
    for (const table of ['purchases', 'payments']) {
      await sql.raw(`alter table ${table} add column car_name text not null default ''`).execute(db)
      await sql.raw(`update ${table} set car_name = ${nameOf('car_model_name')}`).execute(db)
    }
    const model = "json_extract(snapshot, '$.modelName')"
    await sql
      .raw(`update reports set snapshot = json_set(snapshot, '$.carName', ${nameOf(model)})`)
      .execute(db)
  },
  async down(db) {
    await sql.raw(`update reports set snapshot = json_remove(snapshot, '$.carName')`).execute(db)
    for (const table of ['purchases', 'payments'])
      await sql.raw(`alter table ${table} drop column car_name`).execute(db)
  },
}
