import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { createSearch, dropSearch } from '../search-tables.ts'
import { listingIndexes } from './0001-initial.ts'

/** What finding a car reads. The indexes on `cars` that listing them used make room. */
export const search: Migration = {
  async up(db) {
    const dropped = Object.keys(listingIndexes).map((name) => `drop index ${name}`)
    const made = createSearch(['condition', 'fuel', 'body', 'transmission'])
    for (const statement of [...dropped, ...made]) await sql.raw(statement).execute(db)
  },
  async down(db) {
    for (const statement of [...dropSearch, ...Object.values(listingIndexes)])
      await sql.raw(statement).execute(db)
  },
}
