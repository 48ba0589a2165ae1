import { listDefaultStates } from '../../../contract/cars/car-life.ts'
import type { carEndpoints } from '../../../contract/cars/car-endpoints.ts'
import type { Handlers } from '../../http/handler.ts'
import { pageResponse } from '../../http/paging.ts'
import type { Actor } from '../../actor.ts'
import { countSelectedCars, countLists, selectAllCars } from './car-lists.repository.ts'
import { deleteAnyCar, deleteCars, deleteMyCar } from './car-removal.service.ts'
import { addCar, featureCar, getCar, relistCar, unfeatureCar, updateCar, updateCars } from './car.service.ts'
import { addDraft, saveDraft } from './car-draft.service.ts'
import { exportCars } from './export-cars.ts'
import { setCarState } from './car-state.service.ts'
import { setCarStates } from './car-states.service.ts'
import { getCarFacets, listCars } from './car-search.service.ts'
import { getCarPrice } from './car-price.service.ts'
import { getRelatedCars } from './related-cars.service.ts'
import { proposeStockNumber } from './stock-numbers.ts'
import { toWireCar } from './car.wire.ts'

export const carRoutes: Handlers<keyof typeof carEndpoints> = {
  listAllCars: async ({ ctx, actor, query: { mine, seller, state, ...query }, req }) => {
    const sellerId = getSellerFilter(actor, mine, seller)
    const states = state ? [state] : listDefaultStates({ isOwn: sellerId !== undefined })
    const page = await selectAllCars(ctx, { ...query, states, sellerId })
    const lists = await countLists(
      ctx.db,
      page.items.map(({ id }) => id),
    )
    return pageResponse(page, req, (car) => ({
      ...toWireCar(car, 'editor', ctx.config),
      onLists: lists.get(car.id) ?? 0,
    }))
  },
  countAllCars: ({ ctx, actor, query: { mine, seller, q } }) =>
    countSelectedCars(ctx, { q, sellerId: getSellerFilter(actor, mine, seller) }),
  listCars,
  getCarFacets,
  exportCars,
  getCar,
  getRelatedCars,
  getCarPrice,
  addCar,
  addDraft,
  saveDraft,
  updateCar,
  setCarState,
  setCarStates,
  updateCars,
  deleteCars,
  deleteAnyCar,
  deleteMyCar,
  relistCar,
  getNextStockNumber: async ({ ctx, actor }) => ({ stockNo: await proposeStockNumber(ctx.db, actor.id) }),
  featureCar,
  unfeatureCar,
}

/** Returns the ID of the seller whose cars are listed, or undefined for all sellers. */
function getSellerFilter(
  actor: Actor,
  mine: string | undefined,
  seller: string | undefined,
): string | undefined {
  return actor.isAdmin && !mine ? seller : actor.id
}
