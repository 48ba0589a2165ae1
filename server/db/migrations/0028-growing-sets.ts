import type { Migration } from '../migration.ts'
import { runStatements } from '../engines/statements.ts'

/**
 * What many cars are changed by is written in several transactions, so that others have their turns in between: the count
 * of such a set is that of its cars after each, and nothing else of it ever changes. What a set was reverted by is found at once.
 */
export const growingSets: Migration = {
  async up(db) {
    await runStatements(db, [
      'create index change_sets_by_reverts on change_sets (reverts, count) where reverts is not null',
      'drop trigger change_sets_refuse_update',
      refuseUpdate(`when (${those('new')}) is not (${those('old')}) or new.count is not ${carsChanged}`),
    ])
  },
  async down(db) {
    await runStatements(db, [
      'drop index change_sets_by_reverts',
      'drop trigger change_sets_refuse_update',
      refuseUpdate(''),
    ])
  },
}

const carsChanged = '(select count(distinct car) from car_changes where "set" = new.id)'

function those(row: 'new' | 'old'): string {
  return ['id', 'kind', 'actor', 'at', 'reverts'].map((column) => `${row}.${column}`).join(', ')
}

function refuseUpdate(when: string): string {
  return `create trigger change_sets_refuse_update before update on change_sets ${when}
    begin select raise(abort, 'change_sets is append-only: what was changed together stays so'); end`
}
