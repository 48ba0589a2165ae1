import { pagePath } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Db, Row } from '../../db/tables.ts'
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
    const uploads = await repository.listUncompared(ctx.db, BATCH_SIZE)
    for (const upload of uploads) await ctx.db.transaction().execute((trx) => comparePhoto(trx, ctx, upload))
    if (uploads.length < BATCH_SIZE) return
  }
}

async function comparePhoto(
  trx: Db,
  ctx: Pick<Context, 'config' | 'now'>,
  upload: Row<'uploads'>,
): Promise<void> {
  await repository.markCompared(trx, upload.id, ctx.now())
  const own = await repository.listCarsShowing(trx, [upload.url])
  if (own.length === 0) return
  const others = await repository.listCarsShowing(trx, await repository.findCopies(trx, upload))
  for (const { carId, sellerId } of own)
    for (const other of others)
      if (other.sellerId !== sellerId && (await repository.insertMatch(trx, [carId, other.carId], ctx.now())))
        await notifyAdmins(trx, ctx, [carId, other.carId])
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
  const otherPath = pagePath('car', { id: other.id })
  for (const userId of await listAdminIds(trx))
    await notify(trx, ctx, {
      userId,
      kind: 'same-photo',
      carId: car.id,
      subject: `Same photo: ${nameOf(car)} and ${nameOf(other)}`,
      body: `${car.sellerName}’s ${nameOf(car)} has the same photo as ${other.sellerName}’s ${nameOf(other)}: ${ctx.config.publicUrl}${otherPath}. You won’t be notified of these two cars again.`,
      link: pagePath('car', { id: car.id }),
    })
}
