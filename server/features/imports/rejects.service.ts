import { rowPlace } from '../../../contract/row-place.ts'
import { writeCsv } from '../../csv/write-csv.ts'
import type { Db } from '../../db/tables.ts'
import { ApiResponse, type Call } from '../../http/handler.ts'
import { listRejects } from './import-rows.repository.ts'
import { getOwnImport } from './import.service.ts'

/** Maximum number of rows in memory at a time. */
const PAGE = 100

const own = ['_line', '_error']

/**
 * Returns the rows with errors as CSV, with their original cells. Our own columns come first, because a row
 * may have too many cells.
 */
export async function getImportRejects({ ctx, actor, params }: Call<'getImportRejects'>) {
  const { id, columns, fileName } = await getOwnImport(ctx.db, 'getImportRejects', actor, params.id)
  const otherColumns = columns.filter(({ header }) => !own.includes(header))
  const places = otherColumns.map(({ column }) => column)
  const file = writeCsv(
    [...own, ...otherColumns.map(({ header }) => header)],
    pages(ctx.db, id, places, columns.length),
  )
  const name = `rejects-${fileName.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '-')}.csv`
  return new ApiResponse(file, { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })
}

async function* pages(
  db: Db,
  importId: string,
  places: readonly number[],
  columnCount: number,
): AsyncGenerator<string[][]> {
  for (let after = 0; ;) {
    const rejects = await listRejects(db, importId, { after, limit: PAGE })
    yield rejects.map(({ line, sheet, errors, cells }) => [
      line === null || sheet === null ? String(line ?? '') : rowPlace({ line, sheet }),
      errors
        .map(({ column, message, fix }) => [column && `${column}:`, message, fix].filter(Boolean).join(' '))
        .join('\n'),
      ...places.map((place) => cells[place] ?? ''),
      ...cells.slice(columnCount),
    ])
    if (rejects.length < PAGE) return
    after = rejects.at(-1)!.place
  }
}
