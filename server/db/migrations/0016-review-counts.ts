import { runStatements } from '../engines/statements.ts'
import type { Migration } from '../migration.ts'

const counted = (row: 'new' | 'old') => `${row}.deleted_at is null`
const add = `insert into review_counts (half_stars, count) select new.half_stars, 1 where ${counted('new')}
  on conflict (half_stars) do update set count = count + 1;`
const subtract = `update review_counts set count = count - 1
  where half_stars = old.half_stars and ${counted('old')};`

/** How many reviews there are of each rating: kept by triggers, not counted at each look. */
export const reviewCounts: Migration = {
  async up(db) {
    await runStatements(db, [
      `create table review_counts (half_stars integer primary key, count integer not null) strict`,
      `insert into review_counts (half_stars, count)
        select half_stars, count(*) from reviews where deleted_at is null group by half_stars`,
      `create trigger reviews_count_insert after insert on reviews begin ${add} end`,
      `create trigger reviews_count_delete after delete on reviews begin ${subtract} end`,
      `create trigger reviews_count_update after update of half_stars, deleted_at on reviews
        begin ${subtract} ${add} end`,
    ])
  },
  async down(db) {
    await runStatements(db, [
      ...['insert', 'delete', 'update'].map((event) => `drop trigger reviews_count_${event}`),
      'drop table review_counts',
    ])
  },
}
