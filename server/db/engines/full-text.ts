import { letters, separatorClass } from './word-letters.ts'

/**
 * Full-text search of listed cars, including how Postgres splits text into words. The table `car_text` is
 * keyed by `listed_cars.number`.
 * On SQLite, it is an FTS5 table (sqlite.org/fts5.html) without a copy of the text. The shortest prefixes
 * match the most words, so they have a separate index.
 * On Postgres, each text is stored as its words and their positions (`tsvector`), split as in FTS5
 * (`word-letters.ts`): in lowercase, without accents, at characters that are neither letters nor digits.
 */

/** The highest position in a `tsvector`. All later words share this position. */
const LAST_PLACE = 16_383

/**
 * The SQL functions for splitting text into words. `words_in` returns the words of a text and their
 * positions. `term_of` builds a query for words that begin with the given text. If FTS5 splits the text into
 * several words, the query matches them in sequence, with the last one as a prefix. The result is null if the
 * text contains no word.
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

/** The statement that fills the word index on Postgres with the listed cars. The table must be empty. */
export const fillTextIndexSql = `insert into car_text (number, model_name, category_name, description, location)
  select number, words_of(model_name), words_of(category_name), words_of(description), words_of(location)
  from listed_cars join cars on cars.id = listed_cars.car_id`
