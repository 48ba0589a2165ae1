import { ledgerWordsOf } from '../engines/ledger-words.ts'
import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

/**
 * Notes each change of the price of a car that is or was listed, by a trigger. Several changes on one day (UTC) are one: from the price before
 * the first of them.
 */
export const notedPrices: Migration = {
  async up(db) {
    const { now } = ledgerWordsOf(db)
    await runStatements(db, [
      'create index price_changes_at on price_changes (changed_at)',
      `create trigger cars_price_change after update of price_minor on cars
        when old.price_minor is not new.price_minor and old.state in ('instock', 'reserved', 'withdrawn')
        begin insert into price_changes (car_id, previous_minor, changed_at)
          select new.id, old.price_minor, coalesce(current_change.at, ${now}) from current_change where true
          on conflict (car_id) do update set
            previous_minor = case
              when substr(price_changes.changed_at, 1, 10) = substr(excluded.changed_at, 1, 10)
              then price_changes.previous_minor else excluded.previous_minor end,
            changed_at = excluded.changed_at; end`,
    ])
  },
  async down(db) {
    await runStatements(db, ['drop trigger cars_price_change', 'drop index price_changes_at'])
  },
}
