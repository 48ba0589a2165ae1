import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'
import { createSearch, dropSearch } from '../search-tables.ts'
import { listingIndexes } from './0001-initial.ts'

/** What finding a car reads. The indexes on `cars` that listing them used make room. */
export const search: Migration = {
  async up(db) {
    const dropped = Object.keys(listingIndexes).map((name) => `drop index ${name}`)
    const made = createSearch(db, ['condition', 'fuel', 'body', 'transmission'])
    await runStatements(db, [...dropped, ...made])
  },
  async down(db) {
    await runStatements(db, [...dropSearch(db), ...Object.values(listingIndexes)])
  },
}
