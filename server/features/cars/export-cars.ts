import { carColumnNames, carColumns } from '../../../contract/cars/car-columns.ts'
import { CSV_REVISION, writeCsv } from '../../csv/write-csv.ts'
import type { Db } from '../../db/tables.ts'
import { Answer, type Call } from '../../http/handler.ts'
import { isNotModified, nothing, tagOf } from '../../http/entity-tags.ts'

import { cellsOf } from './car-cells.ts'
import { readLedgerMark, readOwnCars } from './own-cars.repository.ts'

/** So many cars are in memory at a time. */
const PAGE = 100

const headers = carColumnNames.map((column) => carColumns[column].header)

/** One's own cars, deleted ones apart, as a file that the import reads back. 304 where none has changed since. */
export async function exportCars({ ctx, actor, req }: Call<'exportCars'>) {
  const day = ctx.now().toISOString().slice(0, 10)
  const tag = tagOf([CSV_REVISION, actor.id, await readLedgerMark(ctx, actor.id), headers])
  const isKnown = isNotModified(req.get('If-None-Match'), [tag])
  return new Answer(isKnown ? nothing() : writeCsv(headers, pagesOfCells(ctx.db, actor.id)), {
    status: isKnown ? 304 : 200,
    headers: { ETag: `W/${tag}`, 'Content-Disposition': `attachment; filename="kerblight-cars-${day}.csv"` },
  })
}

async function* pagesOfCells(db: Db, sellerId: string): AsyncGenerator<string[][]> {
  for await (const cars of readOwnCars(db, sellerId, PAGE)) yield cars.map(cellsOf)
}
