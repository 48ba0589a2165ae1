import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { claimUploads, releaseUploads } from '../../core/images/upload.repository.ts'
import type { Car, CarFields } from './car.ts'

/**
 * Claims the photos added to a car and releases those removed from it, once the car is saved.
 * @param days the number of days that removed photos can be restored; see `releaseUploads`
 */
export async function changePhotos(
  trx: Db,
  ctx: Pick<Context, 'now'>,
  actor: Actor,
  {
    car: { images: before },
    fields: { images: after },
    days,
  }: { car: Car; fields: CarFields; days?: number },
): Promise<void> {
  const addedUrls = after.filter((url) => !before.includes(url))
  await claimUploads(trx, addedUrls, actor.id, ctx.now())
  const removedUrls = before.filter((url) => !after.includes(url))
  await releaseUploads(trx, removedUrls, ctx.now(), days)
}
