import type { Compilable } from 'kysely'
import type { Page } from '../../db/page.ts'
import { readQueries, type ListSources, type RowReader } from '../../db/list.ts'
import { findRows, selectFoundRows, type ImportRow, type RowFilters } from './import-rows.repository.ts'

/** A selection of rows that starts at an offset or at a given row. */
interface RowsAt extends RowFilters {
  offset?: number | undefined
  from?: number | undefined
  limit: number
}

export async function listRowsAtOffset(
  { db, search }: ListSources,
  importId: string,
  { offset = 0, from, limit, ...filters }: RowsAt,
): Promise<Page<ImportRow>> {
  const found = selectFoundRows(db, importId, filters)
  const total = await readCount(
    search,
    found.select(({ fn }) => fn.countAll<number>().as('count')),
  )
  const before = found.where('place', '<', from ?? 0).select(({ fn }) => fn.countAll<number>().as('count'))
  const first = from === undefined ? offset : await readCount(search, before)
  const page = found.select('place').orderBy('place').limit(limit).offset(first)
  const [rows] = (await readQueries(search, [page])) as [{ place: number }[]]
  const items = await findRows(
    db,
    importId,
    rows.map(({ place }) => place),
  )
  return { items, next: null, total, ...(from !== undefined && { offset: first }) }
}

async function readCount(search: RowReader, query: Compilable): Promise<number> {
  const [[row]] = (await readQueries(search, [query])) as [[{ count: number }]]
  return row.count
}
