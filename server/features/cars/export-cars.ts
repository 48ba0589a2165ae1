import { createHash } from 'node:crypto'
import { carColumnNames, carColumns } from '../../../contract/car-columns.ts'
import { writeCsv } from '../../csv/write-csv.ts'
import type { Db } from '../../db/tables.ts'
import { Answer, type Call } from '../../http/handler.ts'
import { cellsOf } from './car-cells.ts'
import type { Car } from './car.ts'
import { listOwnCars, newestChangeOfOwnCars } from './own-cars.repository.ts'

/** So many cars are in memory at a time. */
const PAGE = 100

const headers = carColumnNames.map((column) => carColumns[column].header)

/** One's own cars, deleted ones apart, as a file that the import reads back. 304 where none has changed since. */
export async function exportCars({ ctx, actor, req }: Call<'exportCars'>) {
  const day = ctx.now().toISOString().slice(0, 10)
  const etag = etagOf(actor.id, await newestChangeOfOwnCars(ctx.db, actor.id))
  const isKnown = (req.get('If-None-Match') ?? '').split(/\s*,\s*/).includes(etag)
  return new Answer(isKnown ? nothing() : writeCsv(headers, pagesOfCells(ctx.db, actor.id)), {
    status: isKnown ? 304 : 200,
    headers: { ETag: etag, 'Content-Disposition': `attachment; filename="kerblight-cars-${day}.csv"` },
  })
}

async function* pagesOfCells(db: Db, sellerId: string): AsyncGenerator<string[][]> {
  for await (const cars of readOwnCars(db, sellerId, PAGE)) yield cars.map(cellsOf)
}

/** All cars that the seller has not deleted, the newest first, some at a time. */
export async function* readOwnCars(db: Db, sellerId: string, limit: number): AsyncGenerator<Car[]> {
  let after: Car | undefined
  for (;;) {
    const cars = await listOwnCars(db, sellerId, { after, limit })
    if (cars.length > 0) yield cars
    if (cars.length < limit) return
    after = cars.at(-1)
  }
}

/** The newest change says how far the ledger is; that of the columns, which release wrote the file. */
function etagOf(sellerId: string, newest: number): string {
  const digest = createHash('sha256').update(`${sellerId} ${newest} ${headers.join()}`).digest('base64url')
  return `W/"${digest.slice(0, 22)}"`
}

async function* nothing(): AsyncGenerator<string> {}
