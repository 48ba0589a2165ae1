import { stringify } from 'csv-stringify/sync'
import { parse } from 'csv-parse/sync'
import Papa from 'papaparse'
import { expect } from 'vitest'
import type { CarImport, ImportRow } from '../../contract/imports.ts'
import type { Context } from '../../server/context.ts'
import { writeCars } from '../../server/db/change-set.ts'
import { newId } from '../../server/db/id.ts'
import { call } from './api-client.ts'
import { buildCar, type Person } from './factories.ts'
import type { TestServer } from './server.ts'

type Cells = Record<string, string | number>

export function formatCsv(cars: readonly Cells[]): string {
  return stringify([...cars], { header: true })
}

/**
 * Uploads a spreadsheet and waits until the server has parsed it.
 * @returns the planned import
 */
export async function readFile(
  server: TestServer,
  { token }: Person,
  file: string | Buffer,
  name = 'cars.csv',
): Promise<CarImport> {
  const body = new FormData()
  body.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name)
  const started = await call<{ _id: string }>(server.url, 'addImport', { token, body })
  if (started.status !== 200) throw new Error(JSON.stringify(started.body))
  await server.ctx.imports.idle()
  return fetchImport(server, { token }, started.body._id)
}

export async function fetchImport(
  server: TestServer,
  { token }: Pick<Person, 'token'>,
  id: string,
): Promise<CarImport> {
  return (await call<CarImport>(server.url, 'getImport', { token, params: { id } })).body
}

export async function fetchImportRows(
  server: TestServer,
  { token }: Person,
  { _id: id }: Pick<CarImport, '_id'>,
  query: Record<string, unknown> = {},
): Promise<ImportRow[]> {
  const { body } = await call<ImportRow[]>(server.url, 'listImportRows', { token, params: { id }, query })
  return body
}

/** Returns the planned import of a spreadsheet with one car, and the car's row. */
export async function planCar(
  server: TestServer,
  seller: Person,
  car: Cells,
): Promise<{ plan: CarImport; row: ImportRow }> {
  const plan = await readFile(server, seller, formatCsv([car]))
  const [row] = await fetchImportRows(server, seller, plan)
  return { plan, row: row! }
}

/**
 * Adds drafts to a seller's cars in one change set, like an import but faster.
 * @returns the change set's ID
 */
export async function addImportedCars(ctx: Context, { id }: Person, count: number): Promise<string> {
  const example = await buildCar(ctx, id, { state: 'draft', listed_at: null })
  // The database computes the all-in price.
  const { all_in_minor: _computed, ...row } = await ctx.db
    .selectFrom('cars')
    .selectAll()
    .where('id', '=', example)
    .executeTakeFirstOrThrow()
  await ctx.db.updateTable('cars').set({ hidden_at: row.posted_at }).where('id', '=', example).execute()
  const set = await writeCars(ctx, { id }, 'import', async (trx, ownChange) => {
    for (let from = 0; from < count; from += 100)
      await trx
        .insertInto('cars')
        .values(
          Array.from({ length: Math.min(100, count - from) }, (_, index) => ({
            ...row,
            id: newId(),
            stock_no: `S${from + index}`,
          })),
        )
        .execute()
    return ownChange
  })
  return String(set)
}

export async function apply(
  server: TestServer,
  { token }: Person,
  { _id: id }: Pick<CarImport, '_id'>,
  body: object = {},
): Promise<CarImport> {
  const response = await call(server.url, 'applyImport', { token, params: { id }, body })
  if (response.status !== 200) throw new Error(JSON.stringify(response.body))
  await server.ctx.imports.idle()
  return fetchImport(server, { token }, id)
}

/**
 * Parses a CSV file with two independent parsers.
 * @returns the rows on which both agree
 */
export function parseCsvRows(text: string): Record<string, string>[] {
  const rows = parse<Record<string, string>>(text, {
    columns: true,
    bom: true,
    // Any of these ends a row, unless it is in quotes.
    record_delimiter: ['\r\n', '\n', '\r'],
  })
  const { data, errors } = Papa.parse<Record<string, string>>(text, {
    header: true,
    delimiter: ',',
    skipEmptyLines: true,
  })
  expect(errors).toEqual([])
  expect(data).toEqual(rows)
  return rows
}

/** Exports the seller's cars. Returns the cars and the text of the export. */
export async function fetchExport(
  server: TestServer,
  { token }: Person,
): Promise<{ text: string; cars: Record<string, string>[] }> {
  const { body: text } = await call<string>(server.url, 'exportCars', { token })
  return { text, cars: parseCsvRows(text) }
}
