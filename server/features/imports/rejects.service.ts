import { formatRowLocation } from '../../../contract/row-location.ts'
import { writeCsv } from '../../csv/write-csv.ts'
import type { Db } from '../../db/tables.ts'
import { ApiResponse, type Call } from '../../http/handler.ts'
import { listRejects } from './import-rows.repository.ts'
import { getOwnImport } from './import.service.ts'

const PAGE_SIZE = 100

const ownHeaders = ['_line', '_error']

/**
 * Returns the rows with errors as CSV, with their original cells. Our own columns come first, since a row may
 * have extra cells at its end.
 */
export async function getImportRejects({ ctx, actor, params }: Call<'getImportRejects'>) {
  const { id, columns, fileName } = await getOwnImport(ctx.db, 'getImportRejects', actor, params.id)
  const otherColumns = columns.filter(({ header }) => !ownHeaders.includes(header))
  const columnIndexes = otherColumns.map(({ column }) => column)
  const file = writeCsv(
    [...ownHeaders, ...otherColumns.map(({ header }) => header)],
    readPages(ctx.db, id, columnIndexes, columns.length),
  )
  const name = `rejects-${fileName.replace(/\.[^.]*$/, '').replace(/[^\w-]+/g, '-')}.csv`
  return new ApiResponse(file, { headers: { 'Content-Disposition': `attachment; filename="${name}"` } })
}

async function* readPages(
  db: Db,
  importId: string,
  columnIndexes: readonly number[],
  columnCount: number,
): AsyncGenerator<string[][]> {
  for (let after = 0; ;) {
    const rejects = await listRejects(db, importId, { after, limit: PAGE_SIZE })
    yield rejects.map(({ line, sheet, errors, cells }) => [
      line === null || sheet === null ? String(line ?? '') : formatRowLocation({ line, sheet }),
      errors
        .map(({ column, message, fix }) => [column && `${column}:`, message, fix].filter(Boolean).join(' '))
        .join('\n'),
      ...columnIndexes.map((index) => cells[index] ?? ''),
      ...cells.slice(columnCount),
    ])
    if (rejects.length < PAGE_SIZE) return
    after = rejects.at(-1)!.place
  }
}
