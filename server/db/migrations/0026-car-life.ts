import type { Migration } from '../migration.ts'
import { replaceColumns } from '../replace-columns.ts'
import { runStatements } from '../engines/statements.ts'

/**
 * The states of a car's life, and drafts, which may be without a make. SQLite changes no column's checks, so that both
 * columns are made anew; whatever names them goes meanwhile. What was deleted until now is hidden from then on:
 * `withdrawn` alone is off the market, and its seller may list it again.
 */
export const carLife: Migration = {
  async up(db) {
    await runStatements(db, [
      'delete from undos',
      'alter table cars add column listed_at text',
      'alter table cars add column elsewhere_price_minor integer',
      'alter table cars add column elsewhere_on text',
      "alter table cars add column elsewhere_note text not null default ''",
      "alter table cars add column no_vin_reason text not null default ''",
      'update cars set listed_at = posted_at',
      "update cars set hidden_at = posted_at where state = 'withdrawn'",
    ])
    await replaceColumns(db, {
      category_name: ['text references categories (name)', 'category_name'],
      state: [`text not null default 'draft' check (next_state in (${quoted(after)}))`, 'state'],
    })
    await runStatements(db, [
      `create index cars_sold_elsewhere on cars (seller_id, elsewhere_on, elsewhere_price_minor)
        where elsewhere_on is not null`,
    ])
  },
  async down(db) {
    await runStatements(db, [
      'delete from undos',
      'drop index cars_sold_elsewhere',
      `update cars set hidden_at = null where state = 'withdrawn'`,
    ])
    await replaceColumns(db, {
      category_name: ['text references categories (name)', `coalesce(category_name, 'Tesla')`],
      state: [
        `text not null default 'withdrawn' check (next_state in (${quoted(before)}))`,
        `case when state in (${quoted(before)}) then state
          when state = 'sold-elsewhere' then 'sold' else 'withdrawn' end`,
      ],
    })
    await runStatements(
      db,
      added.map((name) => `alter table cars drop column ${name}`),
    )
  },
}

const added = ['listed_at', 'elsewhere_price_minor', 'elsewhere_on', 'elsewhere_note', 'no_vin_reason']
const before = ['instock', 'reserved', 'sold', 'withdrawn']
const after = [
  'draft',
  'due-in',
  'preparing',
  'instock',
  'reserved',
  'sold',
  'sold-elsewhere',
  'withdrawn',
  'archived',
]

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ')
}
