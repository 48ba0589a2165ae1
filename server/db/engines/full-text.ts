import type { QueryExecutorProvider } from 'kysely'
import { engineOf, type Answers } from './engine.ts'
import { letters, separatorClass } from './word-letters.ts'

/**
 * Full-text search of listed cars: the index, and how it is filled and kept. It is keyed by `listed_cars.number`. On
 * SQLite it is FTS5's (sqlite.org/fts5.html), without a copy of the texts; the shortest beginnings of words have an index
 * of their own, since those are what most words share. On Postgres each text is its words and their places (`tsvector`), cut as
 * FTS5 cuts them (`word-letters.ts`): in small letters, without accents, at what is neither letter nor digit.
 */
interface FullText {
  /** For the migration; `listed_cars` must be there and filled. */
  create: readonly string[]
  /** Puts in what is listed, where nothing is. */
  fill: string
  /** After another way to cut words. */
  refill: readonly string[]
  triggers: readonly string[]
  drop: readonly string[]
}

const columns = ['model_name', 'category_name', 'description', 'location']
const names = columns.join(', ')
const numberOf = (row: 'new' | 'old') => `(select number from listed_cars where car_id = ${row}.id)`
const isListed = (row: 'new' | 'old') => `${row}.state in ('instock', 'reserved')`
const isOther = columns.map((column) => `old.${column} <> new.${column}`).join(' or ')

/**
 * @param key what a row of the index is found by
 * @param words what it keeps of a text
 */
const triggersOf = (key: string, words: (text: string) => string) => [
  `create trigger listed_cars_text_insert after insert on listed_cars begin
    insert into car_text (${key}, ${names})
      select new.number, ${columns.map(words).join(', ')} from cars where id = new.car_id;
  end`,
  `create trigger listed_cars_text_delete after delete on listed_cars begin
    delete from car_text where ${key} = old.number;
  end`,
  `create trigger cars_text_update after update of ${names} on cars
    when ${isListed('old')} and ${isListed('new')}
      and (${isOther}) begin
    update car_text set ${columns.map((column) => `${column} = ${words(`new.${column}`)}`).join(', ')}
      where ${key} = ${numberOf('new')};
  end`,
]

const fill = (key: string, words: (text: string) => string) =>
  `insert into car_text (${key}, ${names})
  select number, ${columns.map(words).join(', ')}
  from listed_cars join cars on cars.id = listed_cars.car_id`

const asItIs = (text: string) => text
const asWords = (text: string) => `words_of(${text})`
/** The places of words end there; those behind share the last one. */
const LAST_PLACE = 16_383

/**
 * `words_in` gives a text's words and their places. `term_of` asks for a word that begins like this: where FTS5 takes it for
 * several, for these one after the other, of which the last begins like that. Null where there is no word.
 */
const functions = [
  `create or replace function words_in(given text, out word text, out place bigint) returns setof record
    language plpgsql immutable parallel safe as $words$
    declare small text collate "C" := lower(given collate "C");
    begin
      if given ~ '[^\\u0001-\\u007f]' then
        small := translate(lower(given collate "und-x-icu"), '${letters.from}', '${letters.to}');
      end if;
      return query select left(part, 500), at
        from regexp_split_to_table(small, '[${separatorClass}]+') with ordinality as of (part, at) where part <> '';
    end $words$`,
  `create or replace function words_of(given text) returns tsvector language plpgsql immutable parallel safe
    as $words$ begin
      return coalesce((
        select string_agg('''' || word || ''':' || least(place, ${LAST_PLACE}), ' ')::tsvector from words_in(given)
      ), '');
    end $words$`,
  `create or replace function term_of(given text) returns tsquery language plpgsql immutable parallel safe
    as $words$ begin
      return (
        select (string_agg('''' || word || '''', ' <-> ' order by place) || ':*')::tsquery from words_in(given)
      );
    end $words$`,
]
const dropFunctions = [
  'drop function words_of(text)',
  'drop function term_of(text)',
  'drop function words_in(text)',
]

const sqliteFill = fill('rowid', asItIs)
const postgresFill = fill('number', asWords)
const sqliteTriggers = triggersOf('rowid', asItIs)
const postgresTriggers = triggersOf('number', asWords)

export const fullTextOf = (db: QueryExecutorProvider): FullText => fullText[engineOf(db)]

export const fullText: Answers<FullText> = {
  sqlite: {
    create: [
      `create virtual table car_text using fts5 (
  model_name, category_name, description, location,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2'
)`,
      sqliteFill,
      ...sqliteTriggers,
    ],
    fill: sqliteFill,
    refill: [],
    triggers: sqliteTriggers,
    drop: ['drop trigger cars_text_update', 'drop table car_text'],
  },
  postgres: {
    create: [
      ...functions,
      `create table car_text (
        number integer primary key, ${columns.map((column) => `${column} tsvector not null`).join(', ')}
      )`,
      postgresFill,
      ...columns.map((column) => `create index car_text_by_${column} on car_text using gin (${column})`),
      ...postgresTriggers,
    ],
    fill: postgresFill,
    refill: [...functions, 'delete from car_text', postgresFill],
    triggers: postgresTriggers,
    drop: ['drop trigger cars_text_update', 'drop table car_text', ...dropFunctions],
  },
}
