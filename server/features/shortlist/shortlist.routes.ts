import type { shortlistEndpoints } from '../../../contract/shortlist.ts'
import type { Handlers } from '../../http/handler.ts'
import { findCars } from '../cars/car.repository.ts'
import { isOffTheMarket } from '../cars/car.ts'
import { toWireCar } from '../cars/car.wire.ts'
import { listShortlist, removeShortlisted } from './shortlist.repository.ts'
import { findFrequency } from './shortlist-emails.repository.ts'
import { addToShortlist, mergeShortlist, setShortlistEmails } from './shortlist.service.ts'
import { toWireShortlisted } from './shortlist.wire.ts'

export const shortlistRoutes: Handlers<keyof typeof shortlistEndpoints> = {
  listShortlist: async ({ ctx, actor }) =>
    (await listShortlist(ctx.db, actor.id)).map((item) => toWireShortlisted(item, ctx.config)),
  mergeShortlist,
  addToShortlist,
  removeFromShortlist: async ({ ctx, actor, params }) => {
    const row = { userId: actor.id, carId: params.carID }
    const isDeleted = await removeShortlisted(ctx.db, row, ctx.now())
    return { acknowledged: true, deletedCount: isDeleted ? 1 : 0 }
  },
  getShortlistEmails: async ({ ctx, actor }) => ({ every: await findFrequency(ctx.db, actor.id) }),
  setShortlistEmails,
  listCarsById: async ({ ctx, query }) => {
    const ids = query.ids.split(',')
    const cars = new Map((await findCars(ctx.db, ids)).map((car) => [car.id, car]))
    return [...new Set(ids)].flatMap((id) => {
      const car = cars.get(id)
      return car && !isOffTheMarket(car) ? [toWireCar(car, 'stranger', ctx.config)] : []
    })
  },
}
