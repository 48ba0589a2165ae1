import { sql, type Compilable, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { dollarsOf, isAmong, placeIn } from './engines/texts.ts'
import type { Page } from './page.ts'
import { readNewest, type Paging } from './read-newest.ts'
import type { Db } from './tables.ts'

/**
 * Runs queries that may read every row of a list, outside the thread that serves requests. Each result
 * includes everything that was committed before the call.
 */
export interface RowReader {
  /**
   * Runs statements.
   * @returns the rows of each statement
   */
  read(statements: readonly Statement[]): Promise<unknown[][]>
}

/** The data sources for reading a list. */
export interface ListSources {
  db: Db
  search: RowReader
}

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

type Sql = RawBuilder<unknown>

/** The sort orders of a list. An index on the sort key, the time, and the ID serves both directions. */
export interface ListOrders<Sort extends string> {
  keys: Readonly<Record<KeyOf<Sort>, Sql>>
  /** The sort keys that can be null. Rows without the key come last in both directions. */
  maybeNull?: readonly KeyOf<Sort>[]
  /** The columns of a row's time and ID. */
  moment: string
  id: string
}

/** The keys of the contract's sort options. */
type KeyOf<Sort extends string> = Exclude<Sort, 'newest' | 'oldest' | `-${string}`>

/** The start of a page: an offset in one of the sort orders, a row, or, in the default order, a cursor. */
export interface Place<Sort extends string> extends Paging {
  sort?: Sort | undefined
  offset?: number | undefined
  /** The ID of the row at which the page starts. */
  from?: string | undefined
}

/** A list, with its queries and the conversion of rows to items. */
interface List<DB, TB extends keyof DB, DetailDB, DetailTB extends keyof DetailDB, Row, Item> {
  /** The queries for all rows and for matching rows, with only their tables and conditions. */
  rows: SelectQueryBuilder<DB, TB, object>
  found: SelectQueryBuilder<DB, TB, object>
  /** Adds the columns that are needed to display the rows. */
  withDetails: (rows: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DetailDB, DetailTB, Row>
  toItem: (row: Row) => Item
}

/** Reads a page of matching rows, selected by an offset, a row, or a cursor. */
export function readPage<
  DB,
  TB extends keyof DB,
  DetailDB,
  DetailTB extends keyof DetailDB,
  Row,
  Item extends { id: string | number },
  Sort extends string,
>(
  reader: RowReader,
  list: List<DB, TB, DetailDB, DetailTB, Row, Item>,
  orders: ListOrders<Sort>,
  { sort = 'newest' as Sort, offset, from, limit, cursor }: Place<Sort>,
): Promise<Page<Item>> {
  const { rows, found, withDetails, toItem } = list
  if (offset === undefined && from === undefined && sort === 'newest') {
    const columns = [orders.moment, orders.id] as never
    return readNewest(withDetails(found), columns, { limit, cursor }, whereIs(orders), toItem, found)
  }
  return readAtOffset(reader, found, { sort, offset, from, limit }, orders, async (ids) => {
    const shown = withDetails(rows.where(sql<boolean>`${sql.ref(orders.id)} in (${sql.join(ids)})`))
    return ((await shown.execute()) as Row[]).map(toItem)
  })
}

/** Creates a function that returns a row's time and ID. */
function whereIs({ moment, id }: ListOrders<string>) {
  const read = (row: unknown, column: string) =>
    (row as Record<string, string>)[column.slice(column.indexOf('.') + 1)]!
  return (row: unknown): [string, string] => [read(row, moment), read(row, id)]
}

/**
 * Reads a page that starts at any offset. Rows with equal sort keys are ordered by time. Rows that were
 * deleted in the meantime are left out.
 */
async function readAtOffset<
  DB,
  TB extends keyof DB,
  Item extends { id: string | number },
  Sort extends string,
>(
  reader: RowReader,
  found: SelectQueryBuilder<DB, TB, object>,
  { sort, offset: wanted = 0, from, limit }: Place<Sort> & { sort: Sort },
  orders: ListOrders<Sort>,
  readItems: (ids: Item['id'][]) => Promise<Item[]>,
): Promise<Page<Item>> {
  const order = orderOf(sort, orders)
  const offset = from === undefined ? wanted : await readPlaceOf(reader, found, order, orders.id, from)
  if (offset === null) return { items: [], next: null, total: await readCount(reader, found) }
  const page = order.reduce(
    (ordered, term) => ordered.orderBy(term),
    found.clearSelect().select(sql.ref<string>(orders.id).as('id')),
  )
  const [rows, [counted]] = (await readQueries(reader, [
    page.limit(limit).offset(offset),
    countOf(found),
  ])) as [Pick<Item, 'id'>[], [{ count: number }]]
  const ids = rows.map(({ id }) => id)
  const items = new Map((ids.length > 0 ? await readItems(ids) : []).map((item) => [item.id, item]))
  const shown = { items: rows.flatMap(({ id }) => items.get(id) ?? []), next: null, total: counted.count }
  return from === undefined ? shown : { ...shown, offset }
}

/** Returns the number of rows before the row with this ID; null if the row is not found. */
async function readPlaceOf<DB, TB extends keyof DB>(
  reader: RowReader,
  found: SelectQueryBuilder<DB, TB, object>,
  order: readonly Sql[],
  idColumn: string,
  id: string,
): Promise<number | null> {
  const rows = found.clearSelect()
  const numbered = rows.select([
    sql<string>`${sql.ref(idColumn)}`.as('id'),
    sql<number>`row_number() over (order by ${sql.join(order)}) - 1`.as('place'),
  ])
  const place = sql<number>`(select place from (${numbered}) as numbered where numbered.id = ${id})`
  const one = rows.select(place.as('place')).where(sql<boolean>`${sql.ref(idColumn)} = ${id}`)
  const [[row]] = (await readQueries(reader, [one])) as [[{ place: number }?]]
  return row?.place ?? null
}

async function readCount<DB, TB extends keyof DB>(
  reader: RowReader,
  found: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const [[counted]] = (await readQueries(reader, [countOf(found)])) as [[{ count: number }]]
  return counted.count
}

/** Counts the matching rows for each value. */
export async function countByValue<DB, TB extends keyof DB>(
  reader: RowReader,
  found: SelectQueryBuilder<DB, TB, object>,
  value: Sql,
): Promise<{ value: string; count: number }[]> {
  const counts = countOf(found)
    .select(sql<string>`${value}`.as('value'))
    .groupBy(sql`${value}`)
  const [rows] = await readQueries(reader, [counts])
  return rows as { value: string; count: number }[]
}

/** Counts the rows for each known value, including values without any rows. */
export async function countEach<DB, TB extends keyof DB, Value extends string>(
  reader: RowReader,
  found: SelectQueryBuilder<DB, TB, object>,
  value: Sql,
  values: readonly Value[],
): Promise<Record<Value, number>> {
  const counts = new Map((await countByValue(reader, found, value)).map((row) => [row.value, row.count]))
  return Object.fromEntries(values.map((each) => [each, counts.get(each) ?? 0])) as Record<Value, number>
}

const MAX_WORDS = 12

/**
 * Builds a condition that holds if a row contains each of the typed words.
 * @param has builds a condition that holds if the row contains a word
 */
export function hasWords(
  q: string | undefined,
  has: (word: Word) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  return sql<SqlBool>`(${sql.join([sql`1 = 1`, ...words.map((word) => has(new Word(word)))], sql` and `)})`
}

/** Builds an SQL expression that sorts values by the labels that the table shows for them. */
export function rankOf(value: Sql, words: Readonly<Record<string, string>>): Sql {
  const sorted = Object.entries(words).toSorted(([, a], [, b]) => (a < b ? -1 : 1))
  const cases = sorted.map(([name], rank) => sql`when ${name} then ${sql.lit(rank)}`)
  return sql`case ${value} ${sql.join(cases, sql` `)} end`
}

/** A search term that may occur anywhere in a string. */
export class Word {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  isIn(...texts: Sql[]): RawBuilder<SqlBool> {
    const found = texts.flatMap((text) =>
      this.#spellings().map((spelling) => sql`${placeIn(sql`lower(${text})`, spelling)} > 0`),
    )
    return sql<SqlBool>`(${sql.join(found, sql` or `)})`
  }

  /** Builds a condition that holds if the label that the table shows for a value contains the search term. */
  isShownFor(value: Sql, words: Readonly<Record<string, string>>): RawBuilder<SqlBool> {
    const shown = Object.entries(words).filter(([, text]) => text.toLowerCase().includes(this.text))
    return isAmong(
      value,
      shown.map(([name]) => name),
    )
  }

  /**
   * Builds a condition that holds if a price in dollars begins with the search term. The term may be
   * formatted as displayed or plain: `$24,9`, `2490`.
   */
  beginsAmount(cents: Sql): RawBuilder<SqlBool> {
    return this.#begins(sql`case when ${cents} is not null then ${dollarsOf(cents)} end`)
  }

  /** Builds the same condition for a price as a user typed it. */
  beginsPrice(typed: Sql): RawBuilder<SqlBool> {
    return this.#begins(sql`replace(replace(${typed}, '$', ''), ',', '')`)
  }

  #begins(dollars: Sql): RawBuilder<SqlBool> {
    const figures = this.text.replaceAll(/[$,]/g, '')
    if (!/^\d+(\.\d{0,2})?$/.test(figures)) return sql<SqlBool>`1 = 0`
    return sql<SqlBool>`${placeIn(dollars, figures)} = 1`
  }

  /**
   * Builds a condition that holds if a timestamp begins with the search term. The term must include at least
   * a month: `2026-11`.
   */
  beginsMoment(moment: Sql): RawBuilder<SqlBool> {
    if (!/^\d{4}-\d\d/.test(this.text)) return sql<SqlBool>`1 = 0`
    return sql<SqlBool>`${placeIn(moment, this.text.toUpperCase())} = 1`
  }

  /**
   * Returns the capitalizations to look for: lowercase, uppercase, and with a capital first letter. They are
   * needed because SQLite's `lower` changes only ASCII letters.
   */
  #spellings(): string[] {
    const raised = this.text.replaceAll(/[^\0-\x7f]/g, (letter) => letter.toUpperCase())
    const first = String.fromCodePoint(this.text.codePointAt(0)!)
    const begun = /[^\0-\x7f]/.test(first) ? first.toUpperCase() + this.text.slice(first.length) : this.text
    return [...new Set([this.text, raised, begun])]
  }
}

/** Returns the sort terms. Each one orders the rows that are equal by the previous terms. */
function orderOf<Sort extends string>(
  sort: Sort,
  { keys, maybeNull = [], moment, id }: ListOrders<Sort>,
): Sql[] {
  const name = sort.replace(/^-/, '') as KeyOf<Sort>
  const isDescending = sort === 'newest' || sort.startsWith('-')
  const key = keys[name] as Sql | undefined
  const isSplit = maybeNull.includes(name) && !isDescending
  const inDirection = (term: Sql) => (isDescending ? sql`${term} desc` : term)
  return [
    ...(isSplit ? [sql`${key} is null`] : []),
    ...(key ? [isDescending ? sql`${key} desc nulls last` : key] : []),
    ...[sql.ref(moment), sql.ref(id)].map(inDirection),
  ]
}

function countOf<DB, TB extends keyof DB>(found: SelectQueryBuilder<DB, TB, object>) {
  return found.clearSelect().select(sql<number>`count(*)`.as('count'))
}

/**
 * Runs queries.
 * @returns the rows of each query
 */
export function readQueries(reader: RowReader, queries: readonly Compilable[]): Promise<unknown[][]> {
  return reader.read(
    queries.map((query) => {
      const { sql: text, parameters } = query.compile()
      return { sql: text, parameters }
    }),
  )
}
