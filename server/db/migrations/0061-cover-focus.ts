import { dropLedgerTriggers } from '../ledger.ts'
import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/** Adds the point of a cover photo that stays in sight where the photo is cropped. */
export const coverFocus: Migration = {
  async up(db) {
    await runStatements(db, ['alter table cars add column cover_focus text'])
  },
  async down(db) {
    await dropLedgerTriggers(db)
    await runStatements(db, ['alter table cars drop column cover_focus'])
  },
}
