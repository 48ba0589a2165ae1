import type { PerEngine } from './engine.ts'
import type { RowBatchReader } from './row-batch-reader.ts'

/** Finds the cars that match a query built by `full-text.ts`, as car numbers in ascending order. */
export interface FullTextLookup {
  find(term: string): number[]
  isFound(term: string, number: number): boolean
}

type FindNumbers = (rows: RowBatchReader, term: string, number?: number) => Iterable<unknown[]>

const byEngine: PerEngine<FindNumbers> = {
  sqlite(rows, term, number) {
    const matching = 'from car_text where car_text match ?'
    // Numbers are bound as floating-point values. FTS5 does not recognize these as row numbers and ignores
    // them, hence the cast.
    return number === undefined
      ? rows.read(`select rowid ${matching} order by rowid`, term)
      : rows.read(`select rowid ${matching} and rowid = cast(? as integer)`, term, number)
  },
  postgres(rows, term, number) {
    const [, column, word] = /^(?:(\w+) : )?"(.*)"\*$/.exec(term)!
    const texts = column ? [column] : ['model_name', 'category_name', 'description', 'location']
    const matching = `(${texts.map((text) => `${text} @@ term_of($1)`).join(' or ')})`
    return number === undefined
      ? rows.read(`select number from car_text where ${matching} order by number`, word!)
      : rows.read(`select number from car_text where ${matching} and number = $2`, word!, number)
  },
}

/**
 * Creates a reader that finds the cars that contain a word.
 * @param rows called for each lookup
 */
export function createFullTextLookup(rows: () => RowBatchReader): FullTextLookup {
  const findNumbers = (term: string, number?: number) =>
    [...byEngine[rows().engine](rows(), term, number)].map(([carNumber]) => carNumber as number)
  return {
    find: (term) => findNumbers(term),
    isFound: (term, number) => findNumbers(term, number).length > 0,
  }
}
