import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { countLists, listKeptCars } from './car-lists.repository.ts'
import { deleteAnyCar, deleteCars, deleteMyCar } from './car-removal.service.ts'
import { addCar, featureCar, getCar, relistCar, unfeatureCar, updateCar, updateCars } from './car.service.ts'
import { getCarFacets, listCars } from './car-search.service.ts'
import { getRelatedCars } from './related-cars.service.ts'
import { toCar } from './stored-car.ts'

export const carRoutes: Handlers<
  | 'listAllCars'
  | 'listCars'
  | 'getCarFacets'
  | 'getCar'
  | 'getRelatedCars'
  | 'addCar'
  | 'updateCar'
  | 'updateCars'
  | 'deleteCars'
  | 'deleteAnyCar'
  | 'deleteMyCar'
  | 'relistCar'
  | 'featureCar'
  | 'unfeatureCar'
> = {
  listAllCars: async ({ ctx, actor, query, req }) => {
    const sellerId = actor.isAdmin && !query.mine ? undefined : actor.id
    const page = await listKeptCars(ctx.db, { ...query, sellerId })
    const lists = await countLists(
      ctx.db,
      page.items.map(({ _id }) => _id),
    )
    const items = page.items.map((car) => ({
      ...toCar(car, 'editor', ctx.config),
      onLists: lists.get(car._id) ?? 0,
    }))
    return pageAnswer({ ...page, items }, req)
  },
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
