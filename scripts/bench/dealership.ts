import { computeCheckDigit } from '../../contract/cars/vin.ts'
import { loadConfig } from '../../server/config/config.ts'
import { openDatabase } from '../../server/db/connection.ts'
import type { Db } from '../../server/db/tables.ts'
import { seedMany } from '../../server/seed/seed-many.ts'
import { runBulkLoad } from '../load/bulk-load.ts'
import { signIn } from '../load/prepare-load.ts'

/** The cars' dealer and an admin, as app tokens. The dealer is verified and owns all cars. */
export interface Dealership {
  token: string
  adminToken: string
}

const PHOTOS = 8
const YEAR = 2013

/**
 * Fills the database of `env` with the given number of cars. All belong to one dealer and have the fields
 * that feeds require.
 */
export async function prepareDealership(env: Record<string, string>, cars: number): Promise<Dealership> {
  const config = loadConfig(env)
  const database = await openDatabase({ databaseFile: config.databaseFile, backupDir: config.backupDir })
  const { db, close } = database
  try {
    const dealer = await signIn(db, config, { account: 'seller', verified: 1 })
    await runBulkLoad(database, async () => void (await seedMany(db, cars, { seed: 1 })))
    await db.transaction().execute((trx) => handOver(trx, dealer.id))
    return { token: dealer.token, adminToken: (await signIn(db, config, { role: 'admin' })).token }
  } finally {
    await close()
  }
}

async function handOver(db: Db, seller_id: string): Promise<void> {
  await db.deleteFrom('car_pictures').execute()
  const cars = await db.selectFrom('cars').select('id').execute()
  for (const [index, { id }] of cars.entries()) {
    await db
      .updateTable('cars')
      .set({ seller_id, ...generateCarNumbers(index), location: '12 Main Street, Portland, OR 97201' })
      .where('id', '=', id)
      .execute()
    await db.insertInto('car_pictures').values(buildPhotos(id, index)).execute()
  }
}

/** Returns the unique fields of one of the dealer's cars: a VIN of model year 2013, and a stock number. */
export function generateCarNumbers(index: number) {
  const vin = `1FADP5BU0DL${String(index).padStart(6, '0')}`
  return { vin: vin.slice(0, 8) + computeCheckDigit(vin) + vin.slice(9), stock_no: `S${index}`, year: YEAR }
}

function buildPhotos(car_id: string, index: number) {
  return Array.from({ length: PHOTOS }, (_, position) => {
    const name = `${index}-${position}`.padStart(64, '0')
    return { car_id, position, url: `https://photos.test/aa/${name}-full.webp` }
  })
}
