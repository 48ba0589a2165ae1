import { newId } from '../db/id.ts'
import type { Db, Row } from '../db/tables.ts'
import { subtractDays } from './time-offsets.ts'
import { toCarRow, toPhotoRows, type CarRow } from './car-row.ts'
import { demoPeople } from './demo-people.ts'
import { generateCars } from './generate-cars.ts'
import { toUserRow } from './people-rows.ts'
import { SeedError } from './seed-error.ts'
import { createSeededId } from './random.ts'

/**
 * Number of rows per INSERT statement. A car's row binds 48 values, and SQLite accepts 32,766 per
 * statement.
 */
const ROWS_PER_STATEMENT = 500
/**
 * Number of statements per transaction. Small transactions are slow, because each rewrites the pages of a
 * dozen indexes. Large ones make other writers wait.
 */
const STATEMENTS_PER_TRANSACTION = 10
const MINUTES_PER_DAY = 24 * 60

export interface SeedManyOptions {
  /**
   * The seed of the generator. The same seed produces the same cars. The default is the first seed whose cars do
   * not exist yet.
   */
  seed?: number | undefined
  now?: Date
  onProgress?: (inserted: number) => void
}

/**
 * Adds generated cars for the existing sellers. If no seller exists, it adds the demo sellers, without
 * accounts to sign in with. Each batch is a transaction, so that other writers can run in between. The
 * batches of an interrupted run remain.
 * @returns the seed that was used
 * @throws SeedError if that seed's cars already exist
 */
export async function seedMany(db: Db, count: number, options: SeedManyOptions = {}): Promise<number> {
  const { now = new Date(), onProgress } = options
  const seed = options.seed ?? (await firstFreeSeed(db))
  if (await hasSeededCars(db, seed))
    throw new SeedError(`The database already has the generated cars of seed ${seed}; choose another seed.`)
  const sellers = await findOrCreateSellers(db, now)
  let inserted = 0
  const statements = chunks(generateManyListings(count, seed, sellers, now), ROWS_PER_STATEMENT)
  for (const batch of chunks(statements, STATEMENTS_PER_TRANSACTION)) {
    await db.transaction().execute(async (trx) => {
      for (const listings of batch) await insertListings(trx, listings)
    })
    inserted += batch.flat().length
    onProgress?.(inserted)
  }
  return seed
}

interface Seller {
  id: string
  email: string
}

async function firstFreeSeed(db: Db): Promise<number> {
  let seed = 1
  while (await hasSeededCars(db, seed)) seed++
  return seed
}

/**
 * Reports whether a seed's cars exist. An interrupted run has inserted the first car or none, so it checks
 * only that car.
 */
async function hasSeededCars(db: Db, seed: number): Promise<boolean> {
  const firstCar = db.selectFrom('cars').select('id').where('id', '=', generatedId(seed, 0))
  return (await firstCar.executeTakeFirst()) !== undefined
}

function generatedId(seed: number, index: number): string {
  return createSeededId('generated car', seed, index)
}

function findOrCreateSellers(db: Db, now: Date): Promise<Seller[]> {
  return db.transaction().execute(async (trx) => {
    const existingSellers = await listSellers(trx)
    if (existingSellers.length > 0) return existingSellers
    const people = demoPeople.filter((person) => person.account === 'seller')
    const rows = people.map((person) => toUserRow(person, newId(), now))
    await trx
      .insertInto('users')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const newSellers = await listSellers(trx)
    if (newSellers.length === 0)
      throw new SeedError('There’s no one to sell the cars: every seller was deleted.')
    return newSellers
  })
}

function listSellers(db: Db): Promise<Seller[]> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('account', '=', 'seller')
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(50)
    .execute()
}

interface Listing {
  car: CarRow
  pictures: Row<'car_pictures'>[]
}

async function insertListings(trx: Db, listings: readonly Listing[]): Promise<void> {
  await trx
    .insertInto('cars')
    .values(listings.map(({ car }) => car))
    .execute()
  await trx
    .insertInto('car_pictures')
    .values(listings.flatMap(({ pictures }) => pictures))
    .execute()
}

function* generateManyListings(
  count: number,
  seed: number,
  sellers: Seller[],
  now: Date,
): Generator<Listing> {
  const byEmail = new Map(sellers.map((seller) => [seller.email, seller]))
  let index = 0
  for (const car of generateCars(count, seed)) {
    const seller = byEmail.get(car.sellerEmail) ?? sellers[index % sellers.length]!
    const postedAt = subtractDays(now, car.postedDaysAgo, index % MINUTES_PER_DAY)
    const id = generatedId(seed, index)
    yield { car: toCarRow(car, { id, sellerId: seller.id, postedAt }), pictures: toPhotoRows(car, id) }
    index++
  }
}

function* chunks<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
