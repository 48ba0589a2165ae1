import type { RelatedCars } from '../../../contract/cars.ts'
import type { Call } from '../../http/handler.ts'
import { audienceOf } from '../../http/ready-answers.ts'
import { countLists } from './car-lists.repository.ts'
import { listSellersOtherCars, listSimilarCars } from './related-cars.repository.ts'
import { toCar, type StoredCar } from './stored-car.ts'
import { getVisibleCar } from './visible-car.ts'

export async function getRelatedCars({ ctx, actor, params }: Call<'getRelatedCars'>): Promise<RelatedCars> {
  const car = await getVisibleCar(ctx, params.id, actor)
  const shown = (cars: StoredCar[]) => cars.map((one) => toCar(one, audienceOf(actor), ctx.config))
  const sameSeller = await listSellersOtherCars(ctx.db, car)
  const lists = await countLists(ctx.db, [car._id])
  return {
    onLists: lists.get(car._id) ?? 0,
    sameSeller: shown(sameSeller),
    similar: shown(await listSimilarCars(ctx.db, car, sameSeller)),
  }
}
