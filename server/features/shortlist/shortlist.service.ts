import { ProblemError } from '../../../contract/api/problems.ts'
import { createQuotaProblem } from '../../../contract/api/quotas.ts'
import type { Call } from '../../http/handler.ts'
import { findCar, findCars } from '../cars/car.repository.ts'
import { isOffTheMarket } from '../cars/car.ts'
import { findFrequency, setFrequency } from './shortlist-emails.repository.ts'
import { insertShortlisted, isShortlisted, listShortlistRows } from './shortlist.repository.ts'

/**
 * Adds a car to the shortlist. A car that is on it already stays, even if it has since been removed.
 * @throws ProblemError `not-found` if there is no such car on the market; `quota-exceeded`
 */
export async function addToShortlist({ ctx, actor, params: { carID } }: Call<'addToShortlist'>) {
  const modifiedCount = await ctx.db.transaction().execute(async (trx) => {
    if (await isShortlisted(trx, actor.id, carID)) return 0
    const car = await findCar(trx, carID)
    if (!car || isOffTheMarket(car)) throw new ProblemError('not-found')
    const limit = ctx.config.quotas.shortlist
    const row = { userId: actor.id, carId: carID, addedAt: ctx.now(), limit }
    if (!(await insertShortlisted(trx, row))) throw createQuotaProblem('shortlist', ctx.config.quotas)
    return 1
  })
  return { acknowledged: true as const, modifiedCount }
}

/**
 * Adds the cars of a device to the list of the user who has signed in on it. The times of the new rows preserve the order,
 * and the oldest cars are skipped if the list becomes full.
 */
export async function mergeShortlist({ ctx, actor, body }: Call<'mergeShortlist'>) {
  const ids = [...new Set(body.cars)]
  const now = ctx.now().getTime()
  return ctx.db.transaction().execute(async (trx) => {
    const cars = await findCars(trx, ids)
    const onMarket = new Set(cars.filter((car) => !isOffTheMarket(car)).map(({ id }) => id))
    const known = new Set((await listShortlistRows(trx, actor.id)).map(({ carID }) => carID))
    let modifiedCount = 0
    for (const [index, carId] of ids.entries()) {
      if (known.has(carId) || !onMarket.has(carId)) continue
      const addedAt = new Date(now - index)
      const row = { userId: actor.id, carId, addedAt, limit: ctx.config.quotas.shortlist }
      if (!(await insertShortlisted(trx, row))) break
      known.add(carId)
      modifiedCount += 1
    }
    return { acknowledged: true as const, modifiedCount, skipped: ids.filter((carId) => !known.has(carId)) }
  })
}

export async function setShortlistEmails({ ctx, actor, body: { every } }: Call<'setShortlistEmails'>) {
  const modifiedCount = await ctx.db.transaction().execute(async (trx) => {
    if ((await findFrequency(trx, actor.id)) === every) return 0
    await setFrequency(trx, actor.id, every)
    return 1
  })
  return { acknowledged: true as const, modifiedCount }
}
