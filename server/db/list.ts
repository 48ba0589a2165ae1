import { sql, type Compilable, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { isAmong, substringPosition } from './engines/texts.ts'
import type { Page } from './page.ts'
import { readNewest, type Paging } from './read-newest.ts'
import type { Db } from './tables.ts'

/**
 * Runs queries that may scan an entire list, outside the thread that serves requests. Each result includes
 * everything that was committed before the call.
 */
export interface RowReader {
  /** Returns the rows of each statement. */
  read(statements: readonly Statement[]): Promise<unknown[][]>
}

export interface ListSources {
  db: Db
  search: RowReader
}

export interface Statement {
  sql: string
  parameters: readonly unknown[]
}

type Sql = RawBuilder<unknown>

/** The sort orders of a list. One index on the sort key, the time, and the ID serves both directions. */
export interface ListOrders<Sort extends string> {
  keys: Readonly<Record<KeyOf<Sort>, Sql>>
  /** The sort keys that can be null. Rows without the key come last in both directions. */
  maybeNull?: readonly KeyOf<Sort>[]
  /** The columns of a row's time and ID. */
  moment: string
  id: string
}

/** A sort option without its direction. The default order has no key. */
type KeyOf<Sort extends string> = Exclude<Sort, 'newest' | 'oldest' | `-${string}`>

/** The start of a page: an offset into a sort order, a row, or, in the default order, a cursor. */
export interface ListPosition<Sort extends string> extends Paging {
  sort?: Sort | undefined
  offset?: number | undefined
  /** The ID of the row at which the page starts. */
  from?: string | undefined
}

interface List<DB, TB extends keyof DB, DetailDB, DetailTB extends keyof DetailDB, Row, Item> {
  /** The queries for all rows and for matching rows, with only their tables and conditions. */
  rows: SelectQueryBuilder<DB, TB, object>
  matchingRows: SelectQueryBuilder<DB, TB, object>
  /** Adds the columns needed to display the rows. */
  withDetails: (rows: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DetailDB, DetailTB, Row>
  toItem: (row: Row) => Item
}

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
  { sort = 'newest' as Sort, offset, from, limit, cursor }: ListPosition<Sort>,
): Promise<Page<Item>> {
  const { rows, matchingRows, withDetails, toItem } = list
  if (offset === undefined && from === undefined && sort === 'newest') {
    const columns = [orders.moment, orders.id] as never
    return readNewest(
      withDetails(matchingRows),
      columns,
      { limit, cursor },
      createPositionReader(orders),
      toItem,
      matchingRows,
    )
  }
  return readPageAtOffset(reader, matchingRows, { sort, offset, from, limit }, orders, async (ids) => {
    const detailedRows = withDetails(rows.where(sql<boolean>`${sql.ref(orders.id)} in (${sql.join(ids)})`))
    return ((await detailedRows.execute()) as Row[]).map(toItem)
  })
}

function createPositionReader({ moment, id }: ListOrders<string>) {
  const read = (row: unknown, column: string) =>
    (row as Record<string, string>)[column.slice(column.indexOf('.') + 1)]!
  return (row: unknown): [string, string] => [read(row, moment), read(row, id)]
}

/**
 * Reads a page at any offset. Rows with equal sort keys are ordered by time. Rows that are deleted between
 * its two queries are left out.
 */
async function readPageAtOffset<
  DB,
  TB extends keyof DB,
  Item extends { id: string | number },
  Sort extends string,
>(
  reader: RowReader,
  matchingRows: SelectQueryBuilder<DB, TB, object>,
  { sort, offset: requestedOffset = 0, from, limit }: ListPosition<Sort> & { sort: Sort },
  orders: ListOrders<Sort>,
  readItems: (ids: Item['id'][]) => Promise<Item[]>,
): Promise<Page<Item>> {
  const order = buildOrder(sort, orders)
  const offset =
    from === undefined ? requestedOffset : await readRowOffset(reader, matchingRows, order, orders.id, from)
  if (offset === null) return { items: [], next: null, total: await readCount(reader, matchingRows) }
  const orderedRows = order.reduce(
    (ordered, term) => ordered.orderBy(term),
    matchingRows.clearSelect().select(sql.ref<string>(orders.id).as('id')),
  )
  const [rows, [counted]] = (await readQueries(reader, [
    orderedRows.limit(limit).offset(offset),
    selectCount(matchingRows),
  ])) as [Pick<Item, 'id'>[], [{ count: number }]]
  const ids = rows.map(({ id }) => id)
  const items = new Map((ids.length > 0 ? await readItems(ids) : []).map((item) => [item.id, item]))
  const page = { items: rows.flatMap(({ id }) => items.get(id) ?? []), next: null, total: counted.count }
  return from === undefined ? page : { ...page, offset }
}

/** Returns the number of rows before the given row, or null if the row is not found. */
async function readRowOffset<DB, TB extends keyof DB>(
  reader: RowReader,
  matchingRows: SelectQueryBuilder<DB, TB, object>,
  order: readonly Sql[],
  idColumn: string,
  id: string,
): Promise<number | null> {
  const rows = matchingRows.clearSelect()
  const numberedRows = rows.select([
    sql<string>`${sql.ref(idColumn)}`.as('id'),
    sql<number>`row_number() over (order by ${sql.join(order)}) - 1`.as('place'),
  ])
  const place = sql<number>`(select place from (${numberedRows}) as numbered where numbered.id = ${id})`
  const positionQuery = rows.select(place.as('place')).where(sql<boolean>`${sql.ref(idColumn)} = ${id}`)
  const [[row]] = (await readQueries(reader, [positionQuery])) as [[{ place: number }?]]
  return row?.place ?? null
}

async function readCount<DB, TB extends keyof DB>(
  reader: RowReader,
  matchingRows: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const [[counted]] = (await readQueries(reader, [selectCount(matchingRows)])) as [[{ count: number }]]
  return counted.count
}

export async function countByValue<DB, TB extends keyof DB>(
  reader: RowReader,
  matchingRows: SelectQueryBuilder<DB, TB, object>,
  value: Sql,
): Promise<{ value: string; count: number }[]> {
  const counts = selectCount(matchingRows)
    .select(sql<string>`${value}`.as('value'))
    .groupBy(sql`${value}`)
  const [rows] = await readQueries(reader, [counts])
  return rows as { value: string; count: number }[]
}

/** Counts the rows for each of the given values, including values without rows. */
export async function countEach<DB, TB extends keyof DB, Value extends string>(
  reader: RowReader,
  matchingRows: SelectQueryBuilder<DB, TB, object>,
  value: Sql,
  values: readonly Value[],
): Promise<Record<Value, number>> {
  const counts = new Map(
    (await countByValue(reader, matchingRows, value)).map((row) => [row.value, row.count]),
  )
  return Object.fromEntries(values.map((each) => [each, counts.get(each) ?? 0])) as Record<Value, number>
}

const MAX_WORDS = 12

/**
 * Builds a condition that a row contains every search term.
 * @param buildCondition builds the condition for a single term
 */
export function hasWords(
  q: string | undefined,
  buildCondition: (word: SearchTerm) => RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  const words = (q ?? '').split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  return sql<SqlBool>`(${sql.join([sql`1 = 1`, ...words.map((word) => buildCondition(new SearchTerm(word)))], sql` and `)})`
}

/** Builds a sort key that orders values by their labels in the table. */
export function buildLabelRank(value: Sql, words: Readonly<Record<string, string>>): Sql {
  const sorted = Object.entries(words).toSorted(([, a], [, b]) => (a < b ? -1 : 1))
  const cases = sorted.map(([name], rank) => sql`when ${name} then ${sql.lit(rank)}`)
  return sql`case ${value} ${sql.join(cases, sql` `)} end`
}

/** A search term that may occur anywhere in a string. */
export class SearchTerm {
  readonly text: string
  readonly #typed: string

  constructor(typed: string) {
    this.#typed = typed
    this.text = typed.toLowerCase()
  }

  isIn(...texts: Sql[]): RawBuilder<SqlBool> {
    const conditions = texts.flatMap((text) =>
      this.#spellings().map((spelling) => sql`${substringPosition(sql`lower(${text})`, spelling)} > 0`),
    )
    return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
  }

  /** Builds a condition that one of the IDs is the search term. The case of letters matters. */
  isId(...ids: Sql[]): RawBuilder<SqlBool> {
    const conditions = ids.map((id) => sql`${id} = ${this.#typed}`)
    return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
  }

  /** Builds a condition that a value's label in the table contains the search term. */
  isShownFor(value: Sql, words: Readonly<Record<string, string>>): RawBuilder<SqlBool> {
    const matchingLabels = Object.entries(words).filter(([, text]) => text.toLowerCase().includes(this.text))
    return isAmong(
      value,
      matchingLabels.map(([name]) => name),
    )
  }

  /**
   * Builds a condition that a price in dollars begins with the search term. The term may be formatted or
   * plain: `$24,9`, `2490`.
   */
  beginsAmount(cents: Sql): RawBuilder<SqlBool> {
    const [, dollars, point = '', decimals = ''] =
      /^(0|[1-9]\d{0,12})(?:(\.)(\d{0,2}))?$/.exec(this.#figures()) ?? []
    if (dollars === undefined) return sql<SqlBool>`1 = 0`
    if (!point) return sql<SqlBool>`${substringPosition(sql`cast((${cents}) / 100 as text)`, dollars)} = 1`
    const unit = 10 ** (2 - decimals.length)
    return sql<SqlBool>`(${cents}) / ${sql.lit(unit)} = ${sql.lit(Number(dollars + decimals))}`
  }

  /** Builds the same condition for a price as a user typed it. */
  beginsPrice(typed: Sql): RawBuilder<SqlBool> {
    const figures = this.#figures()
    if (!/^\d+(\.\d{0,2})?$/.test(figures)) return sql<SqlBool>`1 = 0`
    return sql<SqlBool>`${substringPosition(sql`replace(replace(${typed}, '$', ''), ',', '')`, figures)} = 1`
  }

  #figures(): string {
    return this.text.replaceAll(/[$,]/g, '')
  }

  /**
   * Builds a condition that a timestamp begins with the search term. The term must include at least a month:
   * `2026-11`.
   */
  beginsMoment(moment: Sql): RawBuilder<SqlBool> {
    if (!/^\d{4}-\d\d/.test(this.text)) return sql<SqlBool>`1 = 0`
    return sql<SqlBool>`${substringPosition(moment, this.text.toUpperCase())} = 1`
  }

  /**
   * Returns the search term in lowercase, in uppercase, and capitalized. SQLite's `lower` changes only ASCII
   * letters.
   */
  #spellings(): string[] {
    const uppercase = this.text.replaceAll(/[^\0-\x7f]/g, (letter) => letter.toUpperCase())
    const first = String.fromCodePoint(this.text.codePointAt(0)!)
    const capitalized = /[^\0-\x7f]/.test(first)
      ? first.toUpperCase() + this.text.slice(first.length)
      : this.text
    return [...new Set([this.text, uppercase, capitalized])]
  }
}

/** Returns the sort terms in order of precedence. */
function buildOrder<Sort extends string>(
  sort: Sort,
  { keys, maybeNull = [], moment, id }: ListOrders<Sort>,
): Sql[] {
  const name = sort.replace(/^-/, '') as KeyOf<Sort>
  const isDescending = sort === 'newest' || sort.startsWith('-')
  const key = keys[name] as Sql | undefined
  const hasNullTerm = maybeNull.includes(name) && !isDescending
  const applyDirection = (term: Sql) => (isDescending ? sql`${term} desc` : term)
  return [
    ...(hasNullTerm ? [sql`${key} is null`] : []),
    ...(key ? [isDescending ? sql`${key} desc nulls last` : key] : []),
    ...[sql.ref(moment), sql.ref(id)].map(applyDirection),
  ]
}

function selectCount<DB, TB extends keyof DB>(matchingRows: SelectQueryBuilder<DB, TB, object>) {
  return matchingRows.clearSelect().select(sql<number>`count(*)`.as('count'))
}

/** Returns the rows of each query. */
export function readQueries(reader: RowReader, queries: readonly Compilable[]): Promise<unknown[][]> {
  return reader.read(
    queries.map((query) => {
      const { sql: text, parameters } = query.compile()
      return { sql: text, parameters }
    }),
  )
}
