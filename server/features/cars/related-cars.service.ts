import type { RelatedCars } from '../../../contract/cars/cars.ts'
import type { Call } from '../../http/handler.ts'
import { getAudience } from '../../actor.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import { findUser } from '../../core/users/user.repository.ts'
import { countLists } from './car-lists.repository.ts'
import { listSellersOtherCars, listSimilarCars } from './related-cars.repository.ts'
import type { Car } from './car.ts'
import { toWireCar } from './car.wire.ts'
import { getVisibleCar } from './visible-car.ts'

export async function getRelatedCars({ ctx, actor, params }: Call<'getRelatedCars'>): Promise<RelatedCars> {
  const car = await getVisibleCar(ctx, params.id, actor)
  const toWireCars = (cars: Car[]) => cars.map((one) => toWireCar(one, getAudience(actor), ctx.config))
  const sameSeller = await listSellersOtherCars(ctx.db, car)
  const seller = await findUser(ctx.db, car.sellerId)
  const lists = await countLists(ctx.db, [car.id])
  return {
    onLists: lists.get(car.id) ?? 0,
    sellerPhoto: toShownPhoto(seller?.photoURL ?? '', ctx.config),
    sameSeller: toWireCars(sameSeller),
    similar: toWireCars(await listSimilarCars(ctx, car, sameSeller)),
  }
}
