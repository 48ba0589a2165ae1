import type { Database } from 'better-sqlite3'
import type { Row } from '../../server/db/tables.ts'

export interface UsualTables {
  usual_cars: UsualCar
  usual_reviews: { id: string; author_id: string; rating: number; text: string; created_at: string }
  users: Row<'users'>
}

interface UsualCar {
  id: string
  category_name: string
  fuel: string | null
  color: string | null
  price_minor: number | null
  year: number | null
  mileage: number | null
  posted_at: string
}

/** Copies the cars into a plain table that has an index for the most frequent search. */
export function createUsualTables(sqlite: Database): void {
  const isThere = sqlite.prepare(`select 1 from sqlite_schema where name = 'usual_cars'`).get()
  if (isThere) return
  sqlite.exec(`
    create table usual_cars as select * from cars where state in ('instock', 'reserved');
    create unique index usual_cars_by_id on usual_cars (id);
    create index usual_cars_by_price on usual_cars (category_name, price_minor);
    create index usual_cars_newest on usual_cars (posted_at);
    create table usual_reviews (
      id text primary key, author_id text not null references users (id), rating real not null,
      text text not null, created_at text not null
    ) strict;
    analyze;
  `)
}
