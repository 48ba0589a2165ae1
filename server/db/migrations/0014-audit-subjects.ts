import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

const cars = `select category_name || ' ' || model_name from cars where cars.id = audit.target`
const payments = `select car_model_name from payments where intent_id = audit.target`
const reports = `select snapshot ->> '$.modelName' from reports where reports.id = audit.target`

/** The log says what each line is about, as it was called then. */
export const auditSubjects: Migration = {
  async up(db) {
    await sql.raw(`alter table audit add column subject text not null default ''`).execute(db)
    for (const name of [cars, payments, reports])
      await sql.raw(`update audit set subject = (${name}) where exists (${name})`).execute(db)
  },
  async down(db) {
    await sql.raw('alter table audit drop column subject').execute(db)
  },
}
