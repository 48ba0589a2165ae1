import { jsonOf, type JsonInSql } from '../engines/json.ts'
import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

const cars = `select category_name || ' ' || model_name from cars where cars.id = audit.target`
const payments = `select car_model_name from payments where intent_id = audit.target`
const reports = (json: JsonInSql) =>
  `select coalesce(${json.text('snapshot', 'modelName')}, '') from reports where reports.id = audit.target`

/** The log says what each line is about, as it was called then. */
export const auditSubjects: Migration = {
  async up(db) {
    const names = [cars, payments, reports(jsonOf(db))]
    await runStatements(db, [
      `alter table audit add column subject text not null default ''`,
      ...names.map((name) => `update audit set subject = (${name}) where exists (${name})`),
    ])
  },
  async down(db) {
    await runStatements(db, ['alter table audit drop column subject'])
  },
}
