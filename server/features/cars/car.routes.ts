import type { carEndpoints } from '../../../contract/endpoints/cars.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import type { Actor } from '../../actor.ts'
import { countKeptCars, countLists, listKeptCars } from './car-lists.repository.ts'
import { deleteAnyCar, deleteCars, deleteMyCar } from './car-removal.service.ts'
import { addCar, featureCar, getCar, relistCar, unfeatureCar, updateCar, updateCars } from './car.service.ts'
import { getCarFacets, listCars } from './car-search.service.ts'
import { getRelatedCars } from './related-cars.service.ts'
import { toWireCar } from './car.wire.ts'

export const carRoutes: Handlers<keyof typeof carEndpoints> = {
  listAllCars: async ({ ctx, actor, query: { mine, ...query }, req }) => {
    const page = await listKeptCars(ctx, { ...query, sellerId: sellerOf(actor, mine) })
    const lists = await countLists(
      ctx.db,
      page.items.map(({ id }) => id),
    )
    return pageAnswer(page, req, (car) => ({
      ...toWireCar(car, 'editor', ctx.config),
      onLists: lists.get(car.id) ?? 0,
    }))
  },
  countAllCars: ({ ctx, actor, query: { mine, q } }) =>
    countKeptCars(ctx, { q, sellerId: sellerOf(actor, mine) }),
  listCars,
  getCarFacets,
  getCar,
  getRelatedCars,
  addCar,
  updateCar,
  updateCars,
  deleteCars,
  deleteAnyCar,
  deleteMyCar,
  relistCar,
  featureCar,
  unfeatureCar,
}

/** Whose cars somebody lists. */
function sellerOf(actor: Actor, mine: string | undefined): string | undefined {
  return actor.isAdmin && !mine ? undefined : actor.id
}
