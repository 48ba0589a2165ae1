import type { Migration } from '../migration.ts'
import { replaceColumns } from '../replace-columns.ts'
import { runStatements } from '../engines/statements.ts'

/**
 * A car's VIN and stock number. While two sellers have a car with the same VIN on the market, the later one is in review
 * until an admin has cleared that VIN for it.
 */
export const vins: Migration = {
  async up(db) {
    await runStatements(
      db,
      added.map((column) => `alter table cars add column ${column} text`),
    )
    await replaceColumns(db, {
      state: [
        `text not null default 'draft' check (next_state in (${quoted([...before, 'in-review'])}))`,
        'state',
      ],
    })
    await runStatements(db, [
      'create index cars_by_vin on cars (vin) where vin is not null',
      `create index cars_newest_stock_numbers on cars (seller_id, posted_at desc, id desc)
        where stock_no is not null`,
      // One's own: a car that was deleted leaves its number to others.
      `create unique index cars_stock_numbers on cars (seller_id, stock_no collate nocase)
        where stock_no is not null and hidden_at is null`,
      ...guards,
      'drop trigger cars_note_update',
      noteUpdate(`${arranged}, vin, stock_no`),
    ])
  },
  async down(db) {
    await runStatements(db, [
      'drop trigger cars_note_update',
      noteUpdate(arranged),
      'drop trigger cars_vin_insert',
      'drop trigger cars_vin_update',
      ...['cars_stock_numbers', 'cars_newest_stock_numbers', 'cars_by_vin'].map(
        (name) => `drop index ${name}`,
      ),
      ...added.map((column) => `alter table cars drop column ${column}`),
    ])
    await replaceColumns(db, {
      state: [
        `text not null default 'draft' check (next_state in (${quoted(before)}))`,
        `case when state = 'in-review' then 'withdrawn' else state end`,
      ],
    })
  },
}

const added = ['vin', 'stock_no', 'cleared_vin']
const before = [
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

const isOnMarket = (car: string) => `(${car}.state in ('instock', 'reserved'))`
const isLive = (car: string) =>
  `(${car}.state in ('due-in', 'preparing', 'in-review', 'instock', 'reserved') and ${car}.hidden_at is null)`

/** Whichever code it is that lists a car, it cannot forget these. The messages are read by `server/http/problem.ts`. */
const guard = (message: string, where: string) => `select raise(abort, '${message}') from cars as other
  where other.vin = new.vin and other.id <> new.id and ${where};`
const refusals = [
  guard('vin-listed', `other.seller_id = new.seller_id and ${isLive('other')}`),
  guard(
    'vin-in-review',
    `other.seller_id <> new.seller_id and ${isOnMarket('other')} and ${isOnMarket('new')}
      and new.cleared_vin is not new.vin`,
  ),
].join('\n')
const guards = [
  `create trigger cars_vin_insert before insert on cars
    when new.vin is not null and ${isLive('new')} begin ${refusals} end`,
  `create trigger cars_vin_update before update of state, vin, hidden_at on cars
    when new.vin is not null and ${isLive('new')}
      and (new.vin is not old.vin or ${isOnMarket('new')} <> ${isOnMarket('old')} or not ${isLive('old')})
    begin ${refusals} end`,
]

/** What the list of all cars is arranged by. */
const arranged =
  'state, hidden_at, seller_id, posted_at, price_minor, year, category_name, model_name, contact'
const noteUpdate = (columns: string) => `create trigger cars_note_update after update of ${columns} on cars
  begin insert into written_cars (car_id) values (new.id); end`

function quoted(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ')
}
