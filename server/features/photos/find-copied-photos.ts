import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import * as repository from './copied-photos.repository.ts'
import { notifyPhotoMatch } from './photo-match-notices.ts'

/** Number of photos that one transaction compares. */
const BATCH_SIZE = 50

/**
 * Compares new photos of cars with all others, and notifies the admins of new pairs of cars that have the
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
  let newPair: [string, string] | null = null
  for (const car of own)
    for (const other of await repository.listOthersShowing(trx, copies, car.sellerId))
      if (await repository.insertMatch(trx, [car, other], ctx.now())) newPair = [car.carId, other.carId]
  if (newPair !== null) await notifyPhotoMatch(trx, ctx, newPair)
}
