import { toPublicState } from '../../../contract/cars/car-life.ts'
import { REVERT_DAYS } from '../../../contract/cars/change-limits.ts'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { getStepPrice, formatTypedPrice } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Context } from '../../context.ts'
import { writeCars } from '../../db/change-set.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { assertNoErrors } from '../../http/validate.ts'
import { ApiResponse, type Call } from '../../http/handler.ts'
import { getAudience } from '../../actor.ts'
import { restoreOwnMakeName } from '../categories/searched-makes.ts'
import { claimUploads } from '../../core/images/upload.repository.ts'
import { offerCarUndo } from '../undo/undo.repository.ts'
import { findUser } from '../../core/users/user.repository.ts'
import { auditCar, auditOthersCars } from './car-audit.ts'
import { addFromDraft } from './car-draft.service.ts'
import { findCarErrors } from './car-errors.ts'
import * as repository from './car.repository.ts'
import { changeDetail } from './change-detail.wire.ts'
import { changePhotos } from './change-photos.ts'
import { readIfMatch } from '../../http/entity-tags.ts'
import { findOwnDraft, getOwnCars, canEdit, assertEditable } from './own-cars.ts'
import { isOffTheMarket, isSameForAll, isSellerUnconfirmed, type Car } from './car.ts'
import { fromWireCar, fromWireChange, toWireCar } from './car.wire.ts'
import { proposeStockNumber, assertStockNumberFree } from './stock-numbers.ts'
import { notifySellerOfReview } from './review-notices.ts'
import { findHold, statusAfterEdit } from './vin-conflicts.ts'
import { holdCar } from './vin.repository.ts'
import { getVisibleCar } from './visible-car.ts'

export async function getCar({
  ctx,
  params,
  actor,
}: Call<'getCar'>): Promise<ApiResponse<EndpointOutput<'getCar'>>> {
  const car = await getVisibleCar(ctx, params.id, actor)
  const isPublic = !isOffTheMarket(car)
  const reader = actor && canEdit(actor, car) ? 'editor' : getAudience(actor)
  const isSame = actor === null || (isSameForAll(car) && !isSellerUnconfirmed(car, ctx.config))
  const isShared = isPublic && isSame
  return new ApiResponse(toWireCar(car, reader, ctx.config), { isShared })
}

/**
 * Adds a car. A repeat with the same `Idempotency-Key` returns the ID of the first car.
 * @throws ProblemError `key-reused` if the key was used for another car; `vin-listed`; `stock-number-taken`
 */
export async function addCar({ ctx, actor, body, idempotency }: Call<'addCar'>) {
  return writeCars(ctx, actor, 'add', async (trx) => {
    const draft = await findOwnDraft(trx, actor, body.draftID)
    assertNoErrors(await findCarErrors({ db: trx, now: ctx.now }, actor, body, draft))
    const repeated = idempotency && (await repository.findCarByIdempotencyKey(trx, actor.id, idempotency))
    if (repeated) return toAddedResponse(repeated)
    const id = draft?.id ?? newId()
    const owner = { carId: id, sellerId: actor.id }
    const givenFields = fromWireCar(await restoreOwnMakeName(trx, body), ctx.now(), draft ?? undefined)
    const fields = {
      ...givenFields,
      stockNo: await chooseStockNumber(trx, owner, givenFields.stockNo, body.stockNo),
    }
    const hold = draft?.heldVin ?? (await findHold(trx, fields, owner, ctx.now()))
    const state = hold === null ? ('instock' as const) : ('in-review' as const)
    const car = { id, sellerId: actor.id, fields, state, idempotency }
    if (draft) await addFromDraft(trx, ctx, actor, draft, car)
    else await addNew(trx, ctx, car)
    if (hold !== null) await holdNew(trx, ctx, car, hold)
    return toAddedResponse({ id, state })
  })
}

function toAddedResponse({ id, state }: Pick<Car, 'id' | 'state'>) {
  return { acknowledged: true as const, insertedId: id, available: state }
}

async function holdNew(trx: Db, ctx: Context, car: repository.NewCar, vin: string): Promise<void> {
  await holdCar(trx, car.id, vin)
  await notifySellerOfReview(trx, ctx, { ...car, ...car.fields })
}

async function addNew(trx: Db, ctx: Context, car: repository.NewCar): Promise<void> {
  await repository.insertCar(trx, car, ctx.now())
  await claimUploads(trx, car.fields.images, car.sellerId, ctx.now())
}

/**
 * Returns the stock number for a new car: the one that was sent, or the next one if none was. An empty string
 * means that the car has no stock number.
 */
async function chooseStockNumber(
  db: Db,
  owner: { sellerId: string; carId: string },
  number: string | null,
  requestedNumber: string | null | undefined,
) {
  if (requestedNumber === undefined && number === null) return proposeStockNumber(db, owner.sellerId)
  await assertStockNumberFree(db, number, owner)
  return number
}

/**
 * Replaces the seller's values of a car. Its current photos remain valid. An option field that is not sent
 * stays unchanged: clients older than the field do not know it.
 */
export async function updateCar({ ctx, actor, params, body, req }: Call<'updateCar'>) {
  const expectedVersions = readIfMatch(req.get('If-Match'))
  return writeCars(ctx, actor, 'edit', async (trx) => {
    const [car] = (await getOwnCars(trx, 'updateCar', actor, [params.id])) as [Car]
    assertEditable(car)
    if (expectedVersions && !expectedVersions.includes(car.version))
      throw new ProblemError('stale-copy', { facts: { version: car.version } })
    assertNoErrors(await findCarErrors({ db: trx, now: ctx.now }, actor, body, car))
    const fields = fromWireCar(await restoreOwnMakeName(trx, body), ctx.now(), car)
    const owner = { sellerId: car.sellerId, carId: car.id }
    if (fields.stockNo !== car.stockNo) await assertStockNumberFree(trx, fields.stockNo, owner)
    const { state, heldVin } = await statusAfterEdit(trx, car, fields, ctx.now())
    if (!(await repository.updateCar(trx, car, { fields, state }))) throw new ProblemError('stale-copy')
    if (heldVin !== null && heldVin !== car.heldVin) await holdCar(trx, car.id, heldVin)
    if (state === 'in-review' && car.state !== state)
      await notifySellerOfReview(trx, ctx, { ...car, ...fields })
    await auditOthersCars(trx, ctx, actor, 'edit-car', [car])
    await changePhotos(trx, ctx, actor, { car, fields, days: REVERT_DAYS })
    return { acknowledged: true as const, modifiedCount: 1, version: car.version + 1, available: state }
  })
}

/** Changes all of the cars or none. */
export async function updateCars({ ctx, actor, body }: Call<'updateCars'>) {
  const ids = [...new Set(body.ids)]
  return writeCars(ctx, actor, 'bulk-edit', async (trx, set) => {
    const cars = await getOwnCars(trx, 'updateCars', actor, ids)
    cars.forEach(assertEditable)
    const modifiedCount = await changeCars(trx, cars, body.change)
    if (modifiedCount !== ids.length) throw new ProblemError('car-reserved')
    await auditOthersCars(trx, ctx, actor, 'edit-car', cars, changeDetail(body.change))
    const undoId = await offerCarUndo(trx, { userId: actor.id, set }, ctx.now())
    return { acknowledged: true as const, modifiedCount, undoId }
  })
}

/** Applies a change to cars. A relative price change results in a different price for each car. */
async function changeCars(
  trx: Db,
  cars: readonly Car[],
  { priceBy, ...change }: Call<'updateCars'>['body']['change'],
): Promise<number> {
  const givenFields = fromWireChange(change)
  if (priceBy === undefined)
    return repository.changeCars(
      trx,
      cars.map(({ id }) => id),
      givenFields,
    )
  let modifiedCount = 0
  for (const { id, priceMinor } of cars) {
    const price = getStepPrice(priceMinor, priceBy)
    if (price === null) throw new ProblemError('price-not-payable', { facts: { carID: id } })
    const priceText = formatTypedPrice(price)
    modifiedCount += await repository.changeCars(trx, [id], { ...givenFields, priceText })
  }
  return modifiedCount
}

export async function featureCar({ ctx, actor, params }: Call<'featureCar'>) {
  return writeCars(ctx, actor, 'feature', async (trx) => {
    const car = await getListedOrSold(trx, params.id)
    if (toPublicState(car.state) === 'sold') throw new ProblemError('car-sold')
    const isChanged = await repository.featureCar(trx, car.id, ctx.now())
    if (isChanged) await auditCar(trx, ctx, actor, 'feature-car', car)
    return { acknowledged: true as const, modifiedCount: Number(isChanged) }
  })
}

export async function unfeatureCar({ ctx, actor, params }: Call<'unfeatureCar'>) {
  return writeCars(ctx, actor, 'unfeature', async (trx) => {
    const car = await getListedOrSold(trx, params.id)
    const isChanged = await repository.unfeatureCar(trx, car.id)
    if (isChanged) await auditCar(trx, ctx, actor, 'unfeature-car', car)
    return { acknowledged: true as const, modifiedCount: Number(isChanged) }
  })
}

/**
 * Relists a sold car. It must have been fully refunded, and the seller's account must still exist. A car that
 * is already listed stays unchanged.
 */
export async function relistCar({ ctx, actor, params }: Call<'relistCar'>) {
  return writeCars(ctx, actor, 'relist', async (trx) => {
    const car = await repository.findCar(trx, params.id)
    if (!car || (isOffTheMarket(car) && car.state !== 'sold')) throw new ProblemError('not-found')
    if (!(await findUser(trx, car.sellerId)))
      throw new ProblemError('not-found', { detail: 'The seller’s account was deleted.' })
    const isRelisted = await repository.relistRefundedCar(trx, car.id)
    if (!isRelisted && car.state === 'sold') throw new ProblemError('not-refunded')
    if (isRelisted) await auditCar(trx, ctx, actor, 'relist-car', car)
    return { acknowledged: true as const, modifiedCount: Number(isRelisted) }
  })
}

async function getListedOrSold(db: Db, id: string): Promise<Car> {
  const car = await repository.findCar(db, id)
  if (!car || isOffTheMarket(car)) throw new ProblemError('not-found')
  return car
}
