/** A row of a list whose rows are all in memory. The list is sorted and filtered in the simplest way. */
export interface NaiveRow {
  id: string
  /** Creation time. */
  at: string | number
  /** Strings in which a search term may occur anywhere. */
  texts: readonly string[]
  /** Strings that a search term must match entirely. */
  words?: readonly string[]
  /** A time. A search term matches it if the time begins with the term. */
  moment?: string
  /** An amount in cents. A search term matches it if the amount in dollars begins with the term. */
  amount?: number | null
  /** A price as the seller typed it. A search term matches it if the price begins with the term. */
  priceText?: string
  /** Sort keys by name. Null is sorted last. */
  keys: Readonly<Record<string, string | number | null>>
  /** Filter values by filter name. */
  filters: Readonly<Record<string, string>>
}

export interface NaiveQuery {
  q?: string
  sort?: string
  offset?: number
  limit?: number
  filters?: Readonly<Record<string, string | undefined>>
}

export function sortAndFilterNaively(rows: readonly NaiveRow[], query: NaiveQuery) {
  const { sort = 'newest', offset = 0, limit = 100 } = query
  const matches = rows.filter((row) => isFound(row, query)).sort(comparing(sort))
  return { ids: matches.slice(offset, offset + limit).map(({ id }) => id), total: matches.length }
}

function isFound(
  { texts, words: wholeStrings = [], amount = null, moment = '', priceText = '', filters }: NaiveRow,
  { q = '', filters: wantedFilters = {} }: NaiveQuery,
) {
  const typed = q.toLowerCase().split(/\s+/).filter(Boolean)
  const lower = texts.map((text) => text.toLowerCase())
  return (
    typed.every(
      (word) =>
        lower.some((text) => text.includes(word)) ||
        wholeStrings.includes(word) ||
        beginsAmount(word, amount) ||
        beginsFigures(word, priceText.replaceAll(/[$,]/g, '')) ||
        beginsMoment(word, moment),
    ) &&
    Object.entries(wantedFilters).every(([name, value]) => value === undefined || filters[name] === value)
  )
}

function beginsAmount(word: string, cents: number | null): boolean {
  return cents !== null && beginsFigures(word, (cents / 100).toFixed(2))
}

function beginsFigures(word: string, dollars: string): boolean {
  const figures = word.replaceAll(/[$,]/g, '')
  return /^\d+(\.\d{0,2})?$/.test(figures) && dollars.startsWith(figures)
}

function beginsMoment(word: string, moment: string): boolean {
  return /^\d{4}-\d\d/.test(word) && moment.startsWith(word.toUpperCase())
}

function comparing(sort: string) {
  const isDescending = sort === 'newest' || sort.startsWith('-')
  const name = sort.replace(/^-/, '')
  return (a: NaiveRow, b: NaiveRow): number => {
    const [x = 0, y = 0] = [a.keys[name], b.keys[name]]
    if (x === null || y === null) {
      if (x !== y) return x === null ? 1 : -1
    } else if (compare(fold(x), fold(y)) !== 0) return compare(fold(x), fold(y)) * (isDescending ? -1 : 1)
    return (compare(a.at, b.at) || compare(a.id, b.id)) * (isDescending ? -1 : 1)
  }
}

/** Folds case as the database does, which is only for ASCII letters. */
function fold(key: string | number): string | number {
  return typeof key === 'number' ? key : key.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b)
}
