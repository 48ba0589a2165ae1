import { pages } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { notify } from '../../core/messages/notify.ts'
import { listAdminIds } from '../../core/users/user.repository.ts'
import { findCars } from '../cars/car.repository.ts'
import { nameOf } from '../cars/car.ts'
import * as repository from './copied-photos.repository.ts'

/** The number of photos that one transaction compares. */
const BATCH_SIZE = 50

/**
 * Compares new photos of cars with all others, and notifies the admins once of each pair of cars that have the
 * same photo but different sellers.
 */
export async function findCopiedPhotos(ctx: Pick<Context, 'db' | 'config' | 'now'>): Promise<void> {
  for (;;) {
    const photos = await repository.listUncompared(ctx.db, BATCH_SIZE)
    for (const photo of photos) await ctx.db.transaction().execute((trx) => comparePhoto(trx, ctx, photo))
    if (photos.length < BATCH_SIZE) return
  }
}

async function comparePhoto(
  trx: Db,
  ctx: Pick<Context, 'config' | 'now'>,
  photo: repository.UncomparedPhoto,
): Promise<void> {
  await repository.markCompared(trx, photo.id, ctx.now())
  const own = await repository.listCarsShowing(trx, photo.url)
  if (own.length === 0) return
  const copies = await repository.findCopies(trx, photo)
  for (const car of own)
    for (const other of await repository.listOthersShowing(trx, copies, car.sellerId))
      if (await repository.insertMatch(trx, [car, other], ctx.now()))
        await notifyAdmins(trx, ctx, [car.carId, other.carId])
}

async function notifyAdmins(
  trx: Db,
  ctx: Pick<Context, 'config' | 'now'>,
  ids: readonly [string, string],
): Promise<void> {
  const cars = await findCars(trx, ids)
  const [car, other] = ids.map((id) => cars.find((one) => one.id === id)!) as [
    (typeof cars)[number],
    (typeof cars)[number],
  ]
  for (const userId of await listAdminIds(trx))
    await notify(trx, ctx, {
      userId,
      kind: 'same-photo',
      carId: car.id,
      subject: `Same photo: ${nameOf(car)} and ${nameOf(other)}`,
      body: `${car.sellerName}’s ${nameOf(car)} has the same photo as ${other.sellerName}’s ${nameOf(other)}. You won’t be notified of these two cars again.`,
      link: pages.reports.path,
    })
}
