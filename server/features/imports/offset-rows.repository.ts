import type { Compilable } from 'kysely'
import type { Page } from '../../db/page.ts'
import { readQueries, type ListSources, type RowReader } from '../../db/list.ts'
import { findRows, selectFoundRows, type ImportRow, type RowFilters } from './import-rows.repository.ts'

/** A selection of rows that starts at an offset or at a given row. */
interface RowRange extends RowFilters {
  offset?: number | undefined
  from?: number | undefined
  limit: number
}

export async function listRowsAtOffset(
  { db, search }: ListSources,
  importId: string,
  { offset = 0, from, limit, ...filters }: RowRange,
): Promise<Page<ImportRow>> {
  const foundRows = selectFoundRows(db, importId, filters)
  const total = await readCount(
    search,
    foundRows.select(({ fn }) => fn.countAll<number>().as('count')),
  )
  const rowsBefore = foundRows
    .where('place', '<', from ?? 0)
    .select(({ fn }) => fn.countAll<number>().as('count'))
  const firstOffset = from === undefined ? offset : await readCount(search, rowsBefore)
  const page = foundRows.select('place').orderBy('place').limit(limit).offset(firstOffset)
  const [rows] = (await readQueries(search, [page])) as [{ place: number }[]]
  const items = await findRows(
    db,
    importId,
    rows.map(({ place }) => place),
  )
  return { items, next: null, total, ...(from !== undefined && { offset: firstOffset }) }
}

async function readCount(search: RowReader, query: Compilable): Promise<number> {
  const [[row]] = (await readQueries(search, [query])) as [[{ count: number }]]
  return row.count
}
