import { setImmediate as others } from 'node:timers/promises'
import type { ExportFormat } from '../../contract/api/list-export.ts'
import type { EndpointName } from '../../contract/api/paths.ts'
import { writeCsv } from '../csv/write-csv.ts'
import { writeWorkbook, type Cell } from '../csv/write-workbook.ts'
import { runHandler, type ApiResponse, type Handlers } from './handler.ts'
import { listColumns } from './list-columns.wire.ts'

/** Number of rows per page, the maximum that a list allows. */
const PAGE = 200

interface ListFile {
  headers: Record<string, string>
  parts: AsyncIterable<string | Uint8Array>
}

type Wanted = { format: ExportFormat; sort?: string }

/** Reports whether a list is requested as a file. */
export function isExported(name: EndpointName, query: unknown): query is Wanted {
  return name in listColumns && (query as Partial<Wanted> | undefined)?.format !== undefined
}

/**
 * Exports all rows of a list as a file, page by page. Each page comes from the list's own handler, so it
 * contains only rows that the caller may read, with the same search, filters, and order. An error is thrown
 * before any of the file is sent.
 */
export async function exportList(
  handlers: Handlers,
  name: EndpointName,
  call: { query: unknown },
  format: ExportFormat,
): Promise<ListFile> {
  const columns = listColumns[name as keyof typeof listColumns] as Record<string, (row: unknown) => Cell>
  const read = (place: object) =>
    runHandler(handlers, name, { ...call, query: { ...(call.query as Wanted), ...START, ...place } })
  const pages = pagesFrom(await read({}), read, (call.query as Wanted).sort)
  const cells = Object.values(columns)
  const rows = mapped(pages, (row) => cells.map((cell) => cell(row)))
  return { headers: headersOf(name, format), parts: writers[format](Object.keys(columns), rows) }
}

const START = { limit: PAGE, offset: undefined, from: undefined, cursor: undefined }

/**
 * Yields the pages. Lists sorted by newest first continue by cursor, because rows may be added and removed in
 * the meantime. Other lists continue by offset.
 */
async function* pagesFrom(
  first: ApiResponse<unknown>,
  read: (place: object) => Promise<ApiResponse<unknown>>,
  sort: string | undefined,
): AsyncGenerator<unknown[]> {
  let response = first
  for (let offset = PAGE; ; offset += PAGE) {
    const rows = response.output as unknown[]
    yield rows
    const cursor = /[?&]cursor=([\w-]+)/.exec(response.headers.Link ?? '')?.[1]
    const isByPlace = sort !== undefined && sort !== 'newest'
    if (!cursor && !(isByPlace && offset < Number(response.headers['X-Total-Count']))) return
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

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

function headersOf(name: EndpointName, format: ExportFormat): Record<string, string> {
  const list = name.replace(/^list/, '').toLowerCase()
  return {
    'Content-Type': types[format],
    'Content-Disposition': `attachment; filename="kerblight-${list}.${format}"`,
  }
}
