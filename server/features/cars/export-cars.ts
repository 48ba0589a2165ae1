import { carColumnNames, carColumns } from '../../../contract/cars/car-columns.ts'
import { CSV_REVISION, writeCsv } from '../../csv/write-csv.ts'
import type { Db } from '../../db/tables.ts'
import { ApiResponse, type Call } from '../../http/handler.ts'
import { isNotModified, yieldNothing, buildTag } from '../../http/entity-tags.ts'

import { formatCarCells } from './car-cells.ts'
import { readLedgerMark, readOwnCars } from './own-cars.repository.ts'

/** Maximum number of cars in memory. */
const PAGE = 100

const headers = carColumnNames.map((column) => carColumns[column].header)

/**
 * Exports the caller's own cars, except deleted ones, as a spreadsheet that can be imported again. Returns
 * 304 if no car has changed since the client's last export.
 */
export async function exportCars({ ctx, actor, req }: Call<'exportCars'>) {
  const day = ctx.now().toISOString().slice(0, 10)
  const tag = buildTag([CSV_REVISION, actor.id, await readLedgerMark(ctx, actor.id), headers])
  const isKnown = isNotModified(req.get('If-None-Match'), [tag])
  return new ApiResponse(isKnown ? yieldNothing() : writeCsv(headers, readCellPages(ctx.db, actor.id)), {
    status: isKnown ? 304 : 200,
    headers: { ETag: `W/${tag}`, 'Content-Disposition': `attachment; filename="kerblight-cars-${day}.csv"` },
  })
}

async function* readCellPages(db: Db, sellerId: string): AsyncGenerator<string[][]> {
  for await (const cars of readOwnCars(db, sellerId, PAGE)) yield cars.map(formatCarCells)
}
