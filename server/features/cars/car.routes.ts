import { invalidField } from '../../../contract/problems.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageAnswer } from '../../http/paging.ts'
import { audienceOf } from '../../http/ready-answers.ts'
import { categoryExists } from '../categories/category.repository.ts'
import { listKeptCars, listListedCars } from './car-lists.repository.ts'
import { deleteAnyCar, deleteCars, deleteMyCar } from './car-removal.service.ts'
import { addCar, featureCar, getCar, relistCar, unfeatureCar, updateCar, updateCars } from './car.service.ts'
import { toCar } from './stored-car.ts'

export const carRoutes: Handlers<
  | 'listAllCars'
  | 'listCars'
  | 'getCar'
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
    return pageAnswer({ ...page, items: page.items.map((car) => toCar(car, 'member')) }, req)
  },
  listCars: async ({ ctx, actor, query, req }) => {
    const { category_name: categoryName, featured, ...paging } = query
    if (categoryName !== undefined && !(await categoryExists(ctx.db, categoryName)))
      throw invalidField('category_name', 'There is no such category')
    const page = await listListedCars(ctx.db, { categoryName, isFeatured: featured === '1', ...paging })
    return pageAnswer({ ...page, items: page.items.map((car) => toCar(car, audienceOf(actor))) }, req)
  },
  getCar,
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
