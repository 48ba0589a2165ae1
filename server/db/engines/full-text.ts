import type { Answers } from './engine.ts'

/**
 * Full-text search of listed cars: the index, and how it is filled and kept. It is keyed by `listed_cars.number`. On
 * SQLite it is FTS5's (sqlite.org/fts5.html), without a copy of the texts; the shortest beginnings of words have an index
 * of their own, since those are what most words share. On Postgres each text is the set of its words (`tsvector`, without
 * their places), cut as FTS5 cuts them: in small letters, without accents, at what is neither letter nor digit.
 */
interface FullText {
  /** For the migration; `listed_cars` must be there and filled. */
  create: readonly string[]
  triggers: readonly string[]
  drop: readonly string[]
}

const columns = ['model_name', 'category_name', 'description', 'location']
const names = columns.join(', ')
const numberOf = (row: 'new' | 'old') => `(select number from listed_cars where car_id = ${row}.id)`
const isListed = (row: 'new' | 'old') => `${row}.state in ('instock', 'reserved')`
const isOther = columns.map((column) => `old.${column} <> new.${column}`).join(' or ')

const sqliteTriggers = [
  `create trigger listed_cars_text_insert after insert on listed_cars begin
    insert into car_text (rowid, model_name, category_name, description, location)
      select new.number, model_name, category_name, description, location from cars where id = new.car_id;
  end`,
  `create trigger listed_cars_text_delete after delete on listed_cars begin
    delete from car_text where rowid = old.number;
  end`,
  `create trigger cars_text_update after update of ${names} on cars
    when ${isListed('old')} and ${isListed('new')}
      and (${isOther}) begin
    update car_text set ${columns.map((column) => `${column} = new.${column}`).join(', ')}
      where rowid = ${numberOf('new')};
  end`,
]

const wordsOf = (columns: readonly string[]) => columns.map((column) => `words_of(${column})`).join(', ')

const postgresTriggers = [
  `create trigger listed_cars_text_insert after insert on listed_cars begin
    insert into car_text (number, ${names}) select new.number, ${wordsOf(columns)} from cars where id = new.car_id;
  end`,
  `create trigger listed_cars_text_delete after delete on listed_cars begin
    delete from car_text where number = old.number;
  end`,
  `create trigger cars_text_update after update of ${names} on cars
    when ${isListed('old')} and ${isListed('new')} and (${isOther}) begin
    update car_text set ${columns.map((column) => `${column} = words_of(new.${column})`).join(', ')}
      where number = ${numberOf('new')};
  end`,
]

export const fullText: Answers<FullText> = {
  sqlite: {
    create: [
      `create virtual table car_text using fts5 (
  model_name, category_name, description, location,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2'
)`,
      `insert into car_text (rowid, model_name, category_name, description, location)
  select number, model_name, category_name, description, location
  from listed_cars join cars on cars.id = listed_cars.car_id`,
      ...sqliteTriggers,
    ],
    triggers: sqliteTriggers,
    drop: ['drop trigger cars_text_update', 'drop table car_text'],
  },
  postgres: {
    create: [
      `create or replace function words_of(given text) returns tsvector language sql immutable parallel safe as $words$
        select coalesce(array_to_tsvector(array_agg(distinct left(word, 500))), ''::tsvector)
        from regexp_split_to_table(
          lower(regexp_replace(normalize(given, NFD), '[\\u0300-\\u036f]', '', 'g') collate "und-x-icu"),
          '[^[:alnum:]]+'
        ) as word
        where word <> ''
      $words$`,
      `create table car_text (
        number integer primary key, ${columns.map((column) => `${column} tsvector not null`).join(', ')}
      )`,
      `insert into car_text (number, ${names}) select number, ${wordsOf(columns)}
        from listed_cars join cars on cars.id = listed_cars.car_id`,
      ...columns.map((column) => `create index car_text_by_${column} on car_text using gin (${column})`),
      ...postgresTriggers,
    ],
    triggers: postgresTriggers,
    drop: ['drop trigger cars_text_update', 'drop table car_text', 'drop function words_of(text)'],
  },
}
