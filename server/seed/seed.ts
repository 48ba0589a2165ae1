import type { Context } from '../context.ts'
import type { Db } from '../db/tables.ts'
import { insertCarsWithHistory } from './cut-prices.ts'
import { demoOrders, demoRows, type DemoRows } from './demo-rows.ts'
import { createSandboxAccounts } from './sandbox-accounts.ts'
import { chargeInSandbox } from './sandbox-charges.ts'
import { SeedError } from './seed-error.ts'

/**
 * Fills a database without users with the demo world: accounts in the identity emulator, payments in the Stripe
 * sandbox, then all rows in one transaction. A start that is killed before leaves the database empty, and the next
 * one does the same again.
 * @returns whether it did; false where there are users already.
 * @throws SeedError in the live world, or where the sandbox does not answer.
 */
export async function seedDemo({
  config,
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<boolean> {
  if (config.world !== 'sandbox') throw new SeedError('Demo data is for the sandbox world only.')
  if (await hasUsers(db)) return false
  const at = now()
  const [uids, charges] = await Promise.all([
    createSandboxAccounts(config),
    chargeInSandbox(config, demoOrders(at)),
  ])
  const rows = demoRows(at, uids, charges, config.reservationSeconds)
  return db.transaction().execute(async (trx) => {
    // Another process may have been quicker.
    if (await hasUsers(trx)) return false
    await insertAll(trx, rows, at)
    return true
  })
}

/** Whether anybody, deleted or not, was ever here. */
export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

async function insertAll(trx: Db, rows: DemoRows, now: Date): Promise<void> {
  await trx.insertInto('users').values(rows.users).execute()
  await insertCarsWithHistory(trx, rows.cars, now)
  await trx.insertInto('car_pictures').values(rows.pictures).execute()
  await trx.insertInto('purchases').values(rows.purchases).execute()
  await trx.insertInto('attempts').values(rows.attempts).execute()
  await trx.insertInto('payments').values(rows.payments).execute()
  await trx.insertInto('reports').values(rows.reports).execute()
  await trx.insertInto('reviews').values(rows.reviews).execute()
  await trx.insertInto('messages').values(rows.messages).execute()
}
