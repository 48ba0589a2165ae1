import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { toMiles } from '../../../contract/cars/mileage.ts'
import type { Call } from '../../http/handler.ts'
import type { ComparedFacts } from '../../search/prices/comparable-cars.ts'
import { toWirePrice } from './car-price.wire.ts'
import { findCars } from './car.repository.ts'
import type { Car } from './car.ts'
import { getVisibleCar } from './visible-car.ts'

export async function getCarPrice({
  ctx,
  actor,
  params,
}: Call<'getCarPrice'>): Promise<EndpointOutput<'getCarPrice'>> {
  const car = await getVisibleCar(ctx, params.id, actor)
  const now = ctx.now()
  const answer = await ctx.search.price({ car: toComparedFacts(car), now: now.getTime() })
  const similarCars = await findCars(
    ctx.db,
    answer.closest.map(({ id }) => id),
  )
  return toWirePrice(car, answer, similarCars, now)
}

function toComparedFacts(car: Car): ComparedFacts {
  const { id, model, fuel, transmission, engineCc, year } = car
  const make = car.make || null
  return { id, make, model, fuel, transmission, engineCc, year, miles: toMiles(car.mileage, car.mileageUnit) }
}
