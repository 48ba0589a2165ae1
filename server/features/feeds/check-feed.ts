import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { notify } from '../../core/messages/notify.ts'
import {
  dropChecked,
  dropRemoved,
  findChecked,
  insertChecked,
  listNewlyDroppedCars,
  markDropsNotified,
  type FeedCarStatus,
} from './feed-cars.repository.ts'
import { buildDroppedCarsNotice } from './feed-notices.ts'
import { findFeed, markChecked, type Feed } from './feed.repository.ts'
import { checkCar } from './rules/check-car.ts'
import {
  findInStock,
  isBehind,
  listChangedCars,
  findNewestCarChange,
  readSeller,
} from './stock.repository.ts'
import { readStock, addUrls, type StockCar } from './stock.ts'

/**
 * The version of the feeds' content and rules. After an increment, receivers fetch the feeds again and all
 * cars are rechecked.
 */
export const RELEASE = 5

type Sources = Pick<Context, 'db' | 'config' | 'now'>

const BATCH_SIZE = 200

/**
 * Rechecks which cars are in a feed, and notifies the seller of cars that dropped out. Only cars that have
 * changed since the last check are rechecked, or all cars if the seller, the year, or the rules have changed.
 */
export async function checkFeed(ctx: Sources, feed: Feed): Promise<void> {
  const checkedChange = await findNewestCarChange(ctx.db)
  const year = ctx.now().getUTCFullYear()
  const checkedSeller = JSON.stringify({ ...(await readSeller(ctx.db, feed.sellerId)), year, RELEASE })
  const isSameSeller = feed.checkedSeller === checkedSeller
  if (isSameSeller && !(await isBehind(ctx.db, feed.checkedChange))) return
  if (isSameSeller && feed.checkedChange <= checkedChange) await checkChanged(ctx, feed)
  else await checkAll(ctx, feed)
  await ctx.db.transaction().execute(async (trx) => {
    await markChecked(trx, feed.id, { checkedChange, checkedSeller })
    await notifyFeedChanges(trx, ctx, feed)
  })
}

async function checkAll(ctx: Sources, feed: Feed): Promise<void> {
  for await (const cars of readStock(ctx, feed.sellerId))
    await storeResults(
      ctx,
      feed,
      cars,
      cars.map(({ car }) => car.id),
    )
  await dropRemoved(ctx.db, feed.id, feed.sellerId)
}

async function checkChanged(ctx: Sources, feed: Feed): Promise<void> {
  const ids = await listChangedCars(ctx.db, feed.sellerId, feed.checkedChange)
  for (let start = 0; start < ids.length; start += BATCH_SIZE) {
    const batch = ids.slice(start, start + BATCH_SIZE)
    await storeResults(ctx, feed, await addUrls(ctx, await findInStock(ctx.db, batch)), batch)
  }
}

/**
 * Checks cars and stores the results.
 * @param ids the IDs of the cars, including those that are no longer on the market
 */
async function storeResults(
  { db, now }: Sources,
  feed: Feed,
  cars: readonly StockCar[],
  ids: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await findFeed(trx, feed.id))) return
    const before = await findChecked(trx, feed.id, ids)
    const checked = cars.map((car): FeedCarStatus => {
      const { id: carId, postedAt } = car.car
      const result = checkCar(feed.kind, car, now())
      const wasInFeed = feed.fetchedAt !== null && (before.get(carId) ?? 'out') !== 'out'
      return { carId, postedAt, ...result, needsNotice: wasInFeed && result.status === 'out' }
    })
    await dropChecked(trx, feed.id, ids)
    await insertChecked(trx, feed.id, checked)
  })
}

async function notifyFeedChanges(trx: Db, ctx: Sources, feed: Feed): Promise<void> {
  const cars = await listNewlyDroppedCars(trx, feed.id)
  if (cars.length === 0) return
  await notify(trx, ctx, buildDroppedCarsNotice(feed, cars))
  await markDropsNotified(trx, feed.id)
}
