/** A list as anybody would arrange it who has all of its rows in memory. */
export interface NaiveRow {
  id: string
  /** When it came to be. */
  at: string | number
  /** What words are looked for in. */
  texts: readonly string[]
  /** What a word may be as a whole. */
  words?: readonly string[]
  /** When something was, by whose beginning it is found. */
  moment?: string
  /** Cents, which a word may begin in dollars. */
  amount?: number | null
  /** A price as it was typed, which a word may begin. */
  priceText?: string
  /** What the list is sorted by; null comes last. */
  keys: Readonly<Record<string, string | number | null>>
  /** What it is filtered by. */
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
  const found = rows.filter((row) => isFound(row, query)).sort(comparing(sort))
  return { ids: found.slice(offset, offset + limit).map(({ id }) => id), total: found.length }
}

function isFound(
  { texts, words = [], amount = null, moment = '', priceText = '', filters }: NaiveRow,
  { q = '', filters: wanted = {} }: NaiveQuery,
) {
  const typed = q.toLowerCase().split(/\s+/).filter(Boolean)
  const lower = texts.map((text) => text.toLowerCase())
  return (
    typed.every(
      (word) =>
        lower.some((text) => text.includes(word)) ||
        words.includes(word) ||
        beginsAmount(word, amount) ||
        beginsFigures(word, priceText.replaceAll(/[$,]/g, '')) ||
        beginsMoment(word, moment),
    ) && Object.entries(wanted).every(([name, value]) => value === undefined || filters[name] === value)
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

/** As the database compares: letters of ASCII alone whether small or capital. */
function fold(key: string | number): string | number {
  return typeof key === 'number' ? key : key.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b)
}
