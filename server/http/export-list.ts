import { setImmediate as others } from 'node:timers/promises'
import type { ExportFormat } from '../../contract/api/list-export.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { writeCsv } from '../csv/write-csv.ts'
import { writeWorkbook, type Cell } from '../csv/write-workbook.ts'
import { runHandler, type ApiResponse, type Handlers } from './handler.ts'
import { listColumns } from './list-columns.wire.ts'

/** Number of rows per page: the maximum that a list allows. */
const PAGE_SIZE = 200

interface ListFile {
  headers: Record<string, string>
  parts: AsyncIterable<string | Uint8Array>
}

type ExportQuery = { format: ExportFormat; sort?: string }

export function isExported(name: EndpointName, query: unknown): query is ExportQuery {
  return name in listColumns && (query as Partial<ExportQuery> | undefined)?.format !== undefined
}

/**
 * Exports all rows of a list as a file, page by page. Each page comes from the list's own handler, so the
 * same permissions, filters, and order apply. Errors are thrown before any of the file is sent.
 */
export async function exportList(
  handlers: Handlers,
  name: EndpointName,
  call: { query: unknown },
  format: ExportFormat,
): Promise<ListFile> {
  const columns = listColumns[name as keyof typeof listColumns] as Record<string, (row: unknown) => Cell>
  const read = (position: object) =>
    runHandler(handlers, name, {
      ...call,
      query: { ...(call.query as ExportQuery), ...FIRST_PAGE, ...position },
    })
  const pages = readListPages(await read({}), read, (call.query as ExportQuery).sort)
  const cells = Object.values(columns)
  const rows = mapped(pages, (row) => cells.map((cell) => cell(row)))
  return { headers: buildExportHeaders(name, format), parts: writers[format](Object.keys(columns), rows) }
}

const FIRST_PAGE = { limit: PAGE_SIZE, offset: undefined, from: undefined, cursor: undefined }

/**
 * Yields the pages. Lists sorted by newest first continue by cursor, so that rows added or removed during the
 * export cause no gaps or duplicates. Other lists continue by offset.
 */
async function* readListPages(
  firstResponse: ApiResponse<unknown>,
  read: (position: object) => Promise<ApiResponse<unknown>>,
  sort: string | undefined,
): AsyncGenerator<unknown[]> {
  let response = firstResponse
  for (let offset = PAGE_SIZE; ; offset += PAGE_SIZE) {
    const rows = response.output as unknown[]
    yield rows
    const cursor = /[?&]cursor=([\w-]+)/.exec(response.headers.Link ?? '')?.[1]
    const isByOffset = sort !== undefined && sort !== 'newest'
    if (!cursor && !(isByOffset && offset < Number(response.headers['X-Total-Count']))) return
    await others()
    response = await read(cursor ? { cursor } : { offset })
  }
}

async function* mapped(
  pages: AsyncIterable<unknown[]>,
  toCells: (row: unknown) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const rows of pages) yield rows.map(toCells)
}

const writers: Record<
  ExportFormat,
  (header: string[], rows: AsyncIterable<Cell[][]>) => AsyncIterable<string | Uint8Array>
> = {
  csv: (header, rows) => writeCsv(header, asTexts(rows)),
  xlsx: writeWorkbook,
}

async function* asTexts(pages: AsyncIterable<Cell[][]>): AsyncGenerator<string[][]> {
  for await (const rows of pages) yield rows.map((row) => row.map((cell) => String(cell ?? '')))
}

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

function buildExportHeaders(name: EndpointName, format: ExportFormat): Record<string, string> {
  const list = name.replace(/^list/, '').toLowerCase()
  return {
    'Content-Type': contentTypes[format],
    'Content-Disposition': `attachment; filename="kerblight-${list}.${format}"`,
  }
}
