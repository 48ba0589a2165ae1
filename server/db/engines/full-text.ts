import { letters, separatorClass } from './word-letters.ts'

/**
 * Full-text search of listed cars: how Postgres cuts texts into words. The table `car_text` is keyed by
 * `listed_cars.number`. On SQLite it is FTS5's (sqlite.org/fts5.html), without a copy of the texts; the shortest
 * beginnings of words have an index of their own, since those are what most words share. On Postgres each text is its
 * words and their places (`tsvector`), cut as FTS5 cuts them (`word-letters.ts`): in small letters, without accents, at
 * what is neither letter nor digit.
 */

/** The last place that a `tsvector` has; words behind it share it. */
const LAST_PLACE = 16_383

/**
 * `words_in` gives a text's words and their places. `term_of` asks for a word that begins like this: where FTS5 takes it for
 * several, for these one after the other, of which the last begins like that. Null where there is no word.
 */
export const wordFunctions = [
  `create function words_in(given text, out word text, out place bigint) returns setof record
    language plpgsql immutable parallel safe as $words$
    declare small text collate "C" := lower(given collate "C");
    begin
      if given ~ '[^\\u0001-\\u007f]' then
        small := translate(lower(given collate "und-x-icu"), '${letters.from}', '${letters.to}');
      end if;
      return query select left(part, 500), at
        from regexp_split_to_table(small, '[${separatorClass}]+') with ordinality as of (part, at) where part <> '';
    end $words$`,
  `create function words_of(given text) returns tsvector language plpgsql immutable parallel safe
    as $words$ begin
      return coalesce((
        select string_agg('''' || word || ''':' || least(place, ${LAST_PLACE}), ' ')::tsvector from words_in(given)
      ), '');
    end $words$`,
  `create function term_of(given text) returns tsquery language plpgsql immutable parallel safe
    as $words$ begin
      return (
        select (string_agg('''' || word || '''', ' <-> ' order by place) || ':*')::tsquery from words_in(given)
      );
    end $words$`,
].join(';\n')

/** Fills the index of words on Postgres with the listed cars. The table must be empty. */
export const fillWords = `insert into car_text (number, model_name, category_name, description, location)
  select number, words_of(model_name), words_of(category_name), words_of(description), words_of(location)
  from listed_cars join cars on cars.id = listed_cars.car_id`
