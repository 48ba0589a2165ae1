import { sql } from 'kysely'
import { modelNamed } from '../../../contract/model-of.ts'
import { runStatements } from '../engines/statements.ts'
import { dropLedgerTriggers } from '../ledger.ts'
import type { Migration } from '../migration.ts'

/**
 * Models are stored in one spelling, so that `Mégane` and `Megane` are one in the filter. The triggers of the ledger are
 * off, because nobody changes a car, and `migrate` brings them back.
 */
export const modelNames: Migration = {
  async up(db) {
    const { rows } = await sql<{ make: string; model: string }>`
      select distinct category_name as make, model from cars where category_name is not null and model is not null
    `.execute(db)
    const changed = rows
      .map((row) => ({ ...row, name: modelNamed(row.make, row.model) }))
      .filter(({ model, name }) => model !== name)
    if (changed.length === 0) return
    await dropLedgerTriggers(db)
    await runStatements(db, ['create index cars_to_name on cars (category_name, model)'])
    for (const { make, model, name } of changed)
      await sql`update cars set model = ${name} where category_name = ${make} and model = ${model}`.execute(
        db,
      )
    await runStatements(db, ['drop index cars_to_name'])
  },
  // The version before reads either spelling.
  async down() {},
}
