import { pagePath } from '../../../contract/pages.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { notify } from '../messages/notify.ts'
import { nameOf, type Car } from './car.ts'

type Named = Pick<Car, 'id' | 'sellerId' | 'year' | 'make' | 'modelName'>

/** Tells its seller that a car waits, and not who else lists its VIN. */
export function tellOfReview(trx: Db, ctx: Context, car: Named): Promise<void> {
  return notify(trx, ctx, {
    userId: car.sellerId,
    kind: 'in-review',
    subject: `In review: ${nameOf(car)}`,
    body: `Another listing has the same VIN as your ${nameOf(car)}. We’ve saved your listing, and our team will check it. Until then, buyers don’t see it. If the VIN is wrong, correct it, so that we can see it’s another car.`,
    link: pagePath('editCar', { id: car.id }),
  })
}

export function tellOfApproval(trx: Db, ctx: Context, car: Named): Promise<void> {
  return notify(trx, ctx, {
    userId: car.sellerId,
    kind: 'approved',
    subject: `Listed: ${nameOf(car)}`,
    body: `Our team has checked your ${nameOf(car)}. Buyers can see it now.`,
    link: pagePath('car', { id: car.id }),
  })
}
