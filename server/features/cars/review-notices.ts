import { pagePath, pages } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { deleteUnread, replaceUnread } from '../../core/messages/message.repository.ts'
import { notify } from '../../core/messages/notify.ts'
import { listAdminIds } from '../../core/users/user.repository.ts'
import { formatCarName, type Car } from './car.ts'

type NamedCar = Pick<Car, 'id' | 'sellerId' | 'year' | 'make' | 'modelName'>

/**
 * Notifies the seller that a car is in review, without naming the other seller with the same VIN. Also
 * notifies the admins, who decide. Until a recipient reads the message, it is updated to count further cars.
 */
export async function notifySellerOfReview(trx: Db, ctx: Context, car: NamedCar): Promise<void> {
  const count = await countInReview(trx, car.sellerId)
  const name = formatCarName(car)
  await notify(trx, ctx, {
    userId: car.sellerId,
    kind: 'in-review',
    ...(count === 1 && { carId: car.id }),
    replacesUnread: true,
    subject: `In review: ${count > 1 ? `${count} of your listings` : name}`,
    body:
      count > 1
        ? `Other listings have the same VINs as ${count} of your cars, the ${name} among them. We’ve saved your listings, and our team will check them. Until then, buyers don’t see them. If a VIN is wrong, correct it, so that we can see it’s another car.`
        : `Another listing has the same VIN as your ${name}. We’ve saved your listing, and our team will check it. Until then, buyers don’t see it. If the VIN is wrong, correct it, so that we can see it’s another car.`,
    link: count > 1 ? pages.myCars.path : pagePath('editCar', { id: car.id }),
  })
  await notifyAdmins(trx, ctx)
}

/**
 * Updates the number of cars in review in the admins' unread messages, or deletes these messages if no car is
 * left.
 */
export async function recountReviews(trx: Db): Promise<void> {
  const admins = await listAdminIds(trx)
  if (admins.length === 0) return
  const count = await countInReview(trx)
  if (count === 0) await deleteUnread(trx, admins, 'to-review')
  else await replaceUnread(trx, admins, composeReviewNotice(count))
}

async function notifyAdmins(trx: Db, ctx: Context): Promise<void> {
  const admins = await listAdminIds(trx)
  if (admins.length === 0) return
  const notice = composeReviewNotice(await countInReview(trx))
  const notified = await replaceUnread(trx, admins, notice)
  for (const userId of admins.filter((id) => !notified.has(id))) await notify(trx, ctx, { userId, ...notice })
}

function composeReviewNotice(count: number) {
  return {
    kind: 'to-review' as const,
    subject: count > 1 ? `To review: ${count} cars` : 'To review: 1 car',
    body:
      count > 1
        ? `${count} cars have the VINs of other listings. Buyers don’t see them until you approve them.`
        : 'A car has the VIN of another listing. Buyers don’t see it until you approve it.',
    link: `${pages.manageCars.path}?state=in-review`,
  }
}

export async function notifyApprovals(trx: Db, ctx: Context, cars: readonly NamedCar[]): Promise<void> {
  for (const [userId, sellersCars] of Map.groupBy(cars, ({ sellerId }) => sellerId)) {
    const [{ id, ...car }] = sellersCars as [NamedCar, ...NamedCar[]]
    const label = sellersCars.length > 1 ? `${sellersCars.length} of your listings` : formatCarName(car)
    await notify(trx, ctx, {
      userId,
      kind: 'approved',
      ...(sellersCars.length === 1 && { carId: id }),
      subject: `Listed: ${label}`,
      body:
        sellersCars.length > 1
          ? `Our team has checked ${label}, the ${formatCarName(car)} among them. Buyers can see them now.`
          : `Our team has checked your ${label}. Buyers can see it now.`,
      link: sellersCars.length > 1 ? pages.myCars.path : pagePath('car', { id }),
    })
  }
}

async function countInReview(trx: Db, sellerId?: string): Promise<number> {
  const { count } = await trx
    .selectFrom('cars')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('held_vin', 'is not', null)
    .where('state', '=', 'in-review')
    .where('hidden_at', 'is', null)
    .$if(sellerId !== undefined, (cars) => cars.where('seller_id', '=', sellerId!))
    .executeTakeFirstOrThrow()
  return count
}
