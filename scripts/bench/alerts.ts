/**
 * `node scripts/bench/alerts.ts` measures how long it takes to compare 1,000 changed cars with 100,000 saved
 * searches, on SQLite with 10,000 cars. The target is a minute on one core.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { formatNumber } from '../../contract/number-format.ts'
import { MAX_SEARCHES } from '../../contract/search-limits.ts'
import { loadConfig } from '../../server/config/config.ts'
import { openDatabase } from '../../server/db/connection.ts'
import { newId } from '../../server/db/id.ts'
import type { Db } from '../../server/db/tables.ts'
import { createSearchMatcher } from '../../server/features/searches/match-searches.ts'
import { seedMany } from '../../server/seed/seed-many.ts'
import { print } from '../bootstrap/print.cjs'
import { runBulkLoad } from '../load/bulk-load.ts'
import { signIn } from '../load/prepare-load.ts'
import { pick, generateInteger } from '../load/random.ts'

const CARS = 10_000
const SEARCHES = 100_000
const CHANGES = 1000

const make = () => pick(['Audi', 'BMW', 'Tesla', 'Audi,BMW'])
const dollars = () => 5000 + generateInteger(60_000)
const year = () => 2012 + generateInteger(12)

const folder = mkdtempSync(join(tmpdir(), 'kerblight-alerts-'))
try {
  await measure(loadConfig({ DATA_DIR: folder, RATE_LIMITS: 'off' }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(config: ReturnType<typeof loadConfig>): Promise<void> {
  const database = await openDatabase({ databaseFile: config.databaseFile, backupDir: config.backupDir })
  const { db } = database
  await runBulkLoad(database, async () => {
    await seedMany(db, CARS, { seed: 1 })
    for (let n = 0; n < SEARCHES; n += MAX_SEARCHES) await saveSearches(db, (await signIn(db, config, {})).id)
  })
  const ctx = { db, now: () => new Date() }
  const match = createSearchMatcher()
  await time(`values of ${formatNumber(CARS)} cars stored at the first start`, () => match(ctx))
  await time(`index of ${formatNumber(SEARCHES)} searches built, and 1 car compared`, async () => {
    await changeCars(db, 1)
    await match(ctx)
  })
  print(`${formatNumber(Math.round(process.memoryUsage.rss() / 1024 / 1024))} MB of memory in use`)
  await changeCars(db, CHANGES)
  await time(`${formatNumber(CHANGES)} cars compared with ${formatNumber(SEARCHES)} searches`, () =>
    match(ctx),
  )
  const { count } = await db
    .selectFrom('search_alerts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  print(`${formatNumber(count)} alerts queued`)
  await database.close()
}

async function time(name: string, work: () => Promise<unknown>): Promise<void> {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  print(`${name}: ${seconds(performance.now() - start)}, ${seconds((user + system) / 1000)} of CPU time`)
}

/** Changes random cars: cuts the price of half of them by $100, and raises the mileage of the others by a mile. */
async function changeCars(db: Db, count: number): Promise<void> {
  const rows = await db
    .selectFrom('listed_cars')
    .select('car_id')
    .orderBy(sql`random()`)
    .limit(count)
    .execute()
  for (const [index, { car_id: id }] of rows.entries())
    await db
      .updateTable('cars')
      .set(
        index % 2 === 0
          ? ({ ref }) => ({ price_minor: sql<number>`${ref('price_minor')} - 10000` })
          : ({ ref }) => ({ mileage: sql<number>`${ref('mileage')} + 1` }),
      )
      .where('id', '=', id)
      .execute()
}

async function saveSearches(db: Db, userId: string): Promise<void> {
  const rows = Array.from({ length: MAX_SEARCHES }, () => ({
    id: newId(),
    user_id: userId,
    name: 'Search',
    query: generateQuery(),
    every: 'daily' as const,
    token: newId(),
    created_at: new Date().toISOString(),
    stopped_at: null,
    deleted_at: null,
    results: '[]',
  }))
  await db
    .insertInto('saved_searches')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns a typical query. All begin with a price, so that few are equal. */
function generateQuery(): string {
  const price = `priceMax=${dollars()}`
  return pick([
    () => `brand=${make()}&${price}&yearMin=${year()}`,
    () => `brand=${make()}&${price}&mileageMax=${generateInteger(100) * 1000}`,
    () => `brand=${make()}&fuel=Electric&${price}`,
    () => `brand=${make()}&${price}&q=${pick(['quattro', 'model 3', 'x5', 'owner'])}`,
    () => `color=${pick(['Black', 'White', 'Red'])}&${price}`,
    () => `${price}&priceMin=${dollars()}`,
    () => `${price}&place=${pick(['portland', 'boise', 'austin'])}`,
  ])()
}
