import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { claimUploads, releaseUploads } from '../../core/images/upload.repository.ts'
import type { Car, CarFields } from './car.ts'

/**
 * Keeps the photos that a car has got, and lets go of those that were taken off it, once it is saved.
 * @param days so long these can be put back; see `releaseUploads`
 */
export async function changePictures(
  trx: Db,
  ctx: Pick<Context, 'now'>,
  actor: Actor,
  {
    car: { images: before },
    fields: { images: after },
    days,
  }: { car: Car; fields: CarFields; days?: number },
): Promise<void> {
  const added = after.filter((url) => !before.includes(url))
  await claimUploads(trx, added, actor.id, ctx.now())
  const removed = before.filter((url) => !after.includes(url))
  await releaseUploads(trx, removed, ctx.now(), days)
}
