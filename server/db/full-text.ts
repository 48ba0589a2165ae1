import type Sqlite from 'better-sqlite3'

/**
 * Full-text search of listed cars, in SQLite's FTS5 (sqlite.org/fts5.html). All that is particular to the engine stands
 * here: the index, how it is filled and kept, how words are asked for and how well a car fits them.
 */

/**
 * Keyed by `listed_cars.number`. It keeps no copy of the texts, which stand in `cars`. The shortest beginnings of words
 * have an index of their own: those are what most words share.
 */
const createIndex = `create virtual table car_text using fts5 (
  model_name, category_name, description, location,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2'
)`

const fill = `insert into car_text (rowid, model_name, category_name, description, location)
  select number, model_name, category_name, description, location
  from listed_cars join cars on cars.id = listed_cars.car_id`

const textColumns = ['model_name', 'category_name', 'description', 'location']
const numberOf = (row: 'new' | 'old') => `(select number from listed_cars where car_id = ${row}.id)`

export const fullTextTriggers = [
  `create trigger listed_cars_text_insert after insert on listed_cars begin
    insert into car_text (rowid, model_name, category_name, description, location)
      select new.number, model_name, category_name, description, location from cars where id = new.car_id;
  end`,
  `create trigger listed_cars_text_delete after delete on listed_cars begin
    delete from car_text where rowid = old.number;
  end`,
  `create trigger cars_text_update after update of ${textColumns.join(', ')} on cars
    when old.state in ('instock', 'reserved') and new.state in ('instock', 'reserved')
      and (${textColumns.map((column) => `old.${column} <> new.${column}`).join(' or ')}) begin
    update car_text set ${textColumns.map((column) => `${column} = new.${column}`).join(', ')}
      where rowid = ${numberOf('new')};
  end`,
]

/** For the migration; `listed_cars` must be there and filled. */
export const createFullText = [createIndex, fill, ...fullTextTriggers]
export const dropFullText = ['drop trigger cars_text_update', 'drop table car_text']

const MAX_WORDS = 12

export interface TextSearch {
  /** Anywhere in the car's texts. */
  q?: string | undefined
  /** In its location. */
  place?: string | undefined
}

/**
 * Full-text queries, of which a car must fit each: a word that begins some word of it. Made of quoted words alone, so nothing
 * in them is an operator.
 */
export function matchTerms({ q = '', place = '' }: TextSearch): string[] {
  return [...wordsOf(q).map(asPrefix), ...wordsOf(place).map((word) => inColumn('location', asPrefix(word)))]
}

/** By how much a word counts that stands in this column; in the description, which is the rest, by 1. */
export const columnWeights = { model_name: 8, category_name: 6, location: 3 } as const
export const REST_WEIGHT = 1

/** A term of `q` in one column. */
export function inColumn(column: keyof typeof columnWeights, term: string): string {
  return `${column} : ${term}`
}

/** The cars that a term finds, by their numbers. */
export function createWordReader(sqlite: Sqlite.Database) {
  const matching = 'from car_text where car_text match ?'
  const all = sqlite.prepare(`select rowid ${matching} order by rowid`).pluck()
  // Numbers are bound as floating-point ones, which FTS5 takes for no row's number and so ignores.
  const one = sqlite.prepare(`select 1 ${matching} and rowid = cast(? as integer)`).pluck()
  return {
    /** In ascending order. */
    find: (term: string) => all.all(term) as number[],
    isFound: (term: string, number: number) => one.get(term, number) === 1,
  }
}

export type WordReader = ReturnType<typeof createWordReader>

/**
 * The words to look for, at most twelve: what is neither letter nor digit only separates them, as in the index. One that
 * begins another is left out, since that one implies it.
 */
export function wordsOf(typed: string): string[] {
  const words = new Set(
    typed
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{M}]*/gu),
  )
  const all = [...words]
  return all
    .filter((word) => !all.some((other) => other !== word && other.startsWith(word)))
    .slice(0, MAX_WORDS)
}

function asPrefix(word: string): string {
  return `"${word}"*`
}
