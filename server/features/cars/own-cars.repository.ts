import { sql, type Expression, type SqlBool } from 'kysely'
import { readQueries, type ListSources } from '../../db/list.ts'
import type { Db } from '../../db/tables.ts'
import { selectCars, toCar } from './car.row.ts'
import type { Car } from './car.ts'

interface Page {
  after?: Pick<Car, 'id' | 'postedAt'> | undefined
  limit: number
}

const isNotDeleted = sql<SqlBool>`cars.hidden_at is null`

/** Reads all cars that the seller has not deleted, newest first, in batches. */
export function readOwnCars(db: Db, sellerId: string, limit: number): AsyncGenerator<Car[]> {
  return readSellerCars(db, sellerId, isNotDeleted, limit)
}

export async function* readSellerCars(
  db: Db,
  sellerId: string,
  condition: Expression<SqlBool>,
  limit: number,
): AsyncGenerator<Car[]> {
  let after: Car | undefined
  for (;;) {
    const cars = await listSellerCars(db, sellerId, condition, { after, limit })
    if (cars.length > 0) yield cars
    if (cars.length < limit) return
    after = cars.at(-1)
  }
}

async function listSellerCars(
  db: Db,
  sellerId: string,
  condition: Expression<SqlBool>,
  { after, limit }: Page,
): Promise<Car[]> {
  const rows = await selectCars(db)
    .where('cars.seller_id', '=', sellerId)
    .where(condition)
    .$if(after !== undefined, (all) =>
      all.where((eb) =>
        eb(eb.refTuple('cars.posted_at', 'cars.id'), '<', eb.tuple(after!.postedAt, after!.id)),
      ),
    )
    .orderBy('cars.posted_at', 'desc')
    .orderBy('cars.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toCar)
}

/**
 * Returns a string that changes whenever one of the seller's cars changes. The ID of the newest change would
 * not suffice: if two cars change concurrently, the change with the lower ID may be committed later. The
 * query reads every car, so it runs outside the thread that serves requests.
 */
export async function readLedgerMark({ db, search }: ListSources, sellerId: string): Promise<string> {
  const newest = sql`(select id from car_changes where car = cars.id order by version desc, id desc limit 1)`
  const marks = db
    .selectFrom('cars')
    .select(({ fn }) => fn.sum(newest).as('mark'))
    .where('seller_id', '=', sellerId)
  const [[row]] = (await readQueries(search, [marks])) as [[{ mark: number | string | null }]]
  return String(row.mark ?? 0)
}
