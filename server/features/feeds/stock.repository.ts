import type { SellerFee } from '../../../contract/all-in-price.ts'
import { sql } from 'kysely'
import { isAfter, lastCarChange } from '../../db/engines/commit-order.ts'
import { fromFeesColumn } from '../../db/fees-column.ts'
import type { Db } from '../../db/tables.ts'
import { selectCars, toCar } from '../cars/car.row.ts'
import type { Car } from '../cars/car.ts'
import { readSellerCars } from '../cars/own-cars.repository.ts'

/** Reads all of a seller's cars on the market, newest first, in batches. */
export function readCarsOnMarket(db: Db, sellerId: string, limit: number): AsyncGenerator<Car[]> {
  return readSellerCars(db, sellerId, isOnMarket, limit)
}

export async function findInStock(db: Db, ids: readonly string[]): Promise<Car[]> {
  const rows = await selectCars(db).where('cars.id', 'in', ids).where(isOnMarket).execute()
  return rows.map(toCar)
}

export function selectMarketCars(db: Db, sellerId: string) {
  return db.selectFrom('cars').select('cars.id').where('cars.seller_id', '=', sellerId).where(isOnMarket)
}

/** SQL condition for cars that have a public page. */
const isOnMarket = sql<boolean>`cars.state in ('instock', 'reserved') and cars.hidden_at is null and cars.held_vin is null`

/** Returns the ID of the newest change to any car. */
export async function findNewestCarChange(db: Db): Promise<number> {
  const { last } = await db.selectNoFrom(lastCarChange.as('last')).executeTakeFirstOrThrow()
  return last
}

/** Reports whether any car has changed since the given change. */
export async function isBehind(db: Db, after: number): Promise<boolean> {
  const query = db.selectFrom('car_changes').select('id').where(isAfter(after)).limit(1)
  return (await query.execute()).length > 0
}

export async function listChangedCars(db: Db, sellerId: string, after: number): Promise<string[]> {
  const rows = await db
    .selectFrom('car_changes')
    .innerJoin('cars', 'cars.id', 'car_changes.car')
    .select('cars.id')
    .distinct()
    .where(isAfter(after))
    .where('cars.seller_id', '=', sellerId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads what feeds contain of a seller. */
export async function readSeller(
  db: Db,
  id: string,
): Promise<{ name: string; isVerified: boolean; fees: SellerFee[] }> {
  const row = await db
    .selectFrom('users')
    .leftJoin('seller_fees', 'seller_fees.seller_id', 'users.id')
    .select(['full_name', 'verified', 'fees'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { name: row.full_name, isVerified: row.verified === 1, fees: fromFeesColumn(row.fees ?? '[]') }
}

/** Returns the sizes of photos in pixels, by URL. Photos that were not uploaded to Kerblight are omitted. */
export async function readPhotoSizes(
  db: Db,
  urls: readonly string[],
): Promise<ReadonlyMap<string, { width: number; height: number }>> {
  if (urls.length === 0) return new Map()
  const rows = await db
    .selectFrom('uploads')
    .select(['url', 'hash', 'width', 'height'])
    .where((eb) => eb.or([eb('url', 'in', urls), eb('hash', 'in', urls.map(extractPhotoHash))]))
    .execute()
  const byHash = new Map(rows.map(({ hash, width, height }) => [hash, { width, height }]))
  const byUrl = new Map(rows.map(({ url, width, height }) => [url, { width, height }]))
  return new Map(
    urls.flatMap((url) => {
      const size = byUrl.get(url) ?? byHash.get(extractPhotoHash(url))
      return size ? [[url, size] as const] : []
    }),
  )
}

/** Returns the photo hash in a URL, or an empty string if the URL is not one of ours. */
function extractPhotoHash(url: string): string {
  return /\/([0-9a-f]{64})-full\.webp$/.exec(url)?.[1] ?? ''
}
