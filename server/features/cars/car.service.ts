import type { Car } from '../../../contract/cars.ts'
import { formatMoney, stepPrice } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/problems.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { refuse } from '../../http/find-faults.ts'
import { Answer, type Call } from '../../http/handler.ts'
import { audienceOf } from '../../http/ready-answers.ts'
import { claimUploads, releaseUploads } from '../images/upload.repository.ts'
import { offerUndo } from '../undo/undo.repository.ts'
import { findUser } from '../users/user.repository.ts'
import { auditCar, auditOthersCars } from './car-audit.ts'
import { findCarFaults } from './car-faults.ts'
import { picturesOf } from './car-pictures.ts'
import * as repository from './car.repository.ts'
import { readIfMatch } from '../../http/if-match.ts'
import { getEditableCars, mayEdit, refuseUnlessInStock } from './own-cars.ts'
import { isOffTheMarket, isSameForAll, isSellerUnproven, toCar, type StoredCar } from './stored-car.ts'
import { getVisibleCar } from './visible-car.ts'

export async function getCar({ ctx, params, actor }: Call<'getCar'>): Promise<Answer<Car>> {
  const car = await getVisibleCar(ctx, params.id, actor)
  const isPublic = !isOffTheMarket(car)
  const reader = actor && mayEdit(actor, car) ? 'editor' : audienceOf(actor)
  const isShared = isPublic && isSameForAll(car) && !isSellerUnproven(car, ctx.config)
  return new Answer(toCar(car, reader, ctx.config), { isShared })
}

/**
 * A repeat with the same `Idempotency-Key` answers the first one's id.
 * @throws ProblemError `key-reused` where the key came with another car
 */
export async function addCar({ ctx, actor, body, idempotency }: Call<'addCar'>) {
  const images = picturesOf(body)
  const car = { id: newId(), sellerId: actor.id, fields: { ...body, images }, idempotency }
  return ctx.db.transaction().execute(async (trx) => {
    refuse(await findCarFaults({ db: trx, now: ctx.now }, actor, body))
    const isNew = await repository.insertCar(trx, car, ctx.now())
    if (isNew) await claimUploads(trx, images, actor.id, ctx.now())
    const insertedId = isNew ? car.id : await repository.getRepeatedCarId(trx, actor.id, idempotency!)
    return { acknowledged: true as const, insertedId }
  })
}

/** Replaces what the seller may say of the car; pictures that it has already stay allowed. */
export async function updateCar({ ctx, actor, params, body, req }: Call<'updateCar'>) {
  const wanted = readIfMatch(req.get('If-Match'))
  return ctx.db.transaction().execute(async (trx) => {
    const [car] = (await getEditableCars(trx, actor, [params.id])) as [StoredCar]
    refuseUnlessInStock(car)
    if (wanted && !wanted.includes(car.version))
      throw new ProblemError('stale-copy', { facts: { version: car.version } })
    refuse(await findCarFaults({ db: trx, now: ctx.now }, actor, body, car.images))
    const images = picturesOf(body, car.images)
    const added = images.filter((url) => !car.images.includes(url))
    await claimUploads(trx, added, actor.id, ctx.now())
    if (!(await repository.updateCar(trx, car._id, car.version, { ...body, images })))
      throw new ProblemError('stale-copy')
    await auditOthersCars(trx, ctx, actor, 'edit-car', [car])
    const removed = car.images.filter((url) => !images.includes(url))
    await releaseUploads(trx, removed, ctx.now())
    return { acknowledged: true as const, modifiedCount: 1, version: car.version + 1 }
  })
}

/** All or none. */
export async function updateCars({ ctx, actor, body }: Call<'updateCars'>) {
  const ids = [...new Set(body.ids)]
  return ctx.db.transaction().execute(async (trx) => {
    const cars = await getEditableCars(trx, actor, ids)
    cars.forEach(refuseUnlessInStock)
    const modifiedCount = await changeCars(trx, cars, body.change)
    if (modifiedCount !== ids.length) throw new ProblemError('car-reserved')
    await auditOthersCars(trx, ctx, actor, 'edit-car', cars, JSON.stringify(body.change))
    const rows = cars.map((car) => ({ id: car._id, before: beforeChange(car) }))
    const undoId = await offerUndo(trx, { userId: actor.id, kind: 'car-changes', rows }, ctx.now())
    return { acknowledged: true as const, modifiedCount, undoId }
  })
}

function beforeChange(car: StoredCar): repository.CarBefore {
  const { resellPrice, condition, location, selllerContact } = car
  return { resellPrice, condition, location, selllerContact }
}

/** A step of the price makes another price of each car's own. */
async function changeCars(
  trx: Db,
  cars: readonly StoredCar[],
  { priceBy, ...change }: Call<'updateCars'>['body']['change'],
): Promise<number> {
  const ids = cars.map(({ _id }) => _id)
  if (priceBy === undefined) return repository.changeCars(trx, ids, change)
  let modifiedCount = 0
  for (const { _id, priceMinor } of cars) {
    const price = stepPrice(priceMinor, priceBy)
    if (price === null) throw new ProblemError('price-not-payable', { facts: { carID: _id } })
    const resellPrice = formatMoney(price).replace('$', '')
    modifiedCount += await repository.changeCars(trx, [_id], { ...change, resellPrice })
  }
  return modifiedCount
}

export async function featureCar({ ctx, actor, params }: Call<'featureCar'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const car = await getListedOrSold(trx, params.id)
    if (car.available === 'sold') throw new ProblemError('car-sold')
    const isChanged = await repository.featureCar(trx, car._id, ctx.now())
    if (isChanged) await auditCar(trx, ctx, actor, 'feature-car', car)
    return { acknowledged: true as const, modifiedCount: Number(isChanged) }
  })
}

export async function unfeatureCar({ ctx, actor, params }: Call<'unfeatureCar'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const car = await getListedOrSold(trx, params.id)
    const isChanged = await repository.unfeatureCar(trx, car._id)
    if (isChanged) await auditCar(trx, ctx, actor, 'unfeature-car', car)
    return { acknowledged: true as const, modifiedCount: Number(isChanged) }
  })
}

/** After a full refund only, and for a seller who is still there; a car that is listed already stays as it is. */
export async function relistCar({ ctx, actor, params }: Call<'relistCar'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const car = await repository.findCar(trx, params.id)
    if (!car || car.available === 'withdrawn') throw new ProblemError('not-found')
    if (!(await findUser(trx, car.sellerId)))
      throw new ProblemError('not-found', { detail: 'The seller’s account was deleted.' })
    const isRelisted = await repository.relistRefundedCar(trx, car._id)
    if (!isRelisted && car.available === 'sold') throw new ProblemError('not-refunded')
    if (isRelisted) await auditCar(trx, ctx, actor, 'relist-car', car)
    return { acknowledged: true as const, modifiedCount: Number(isRelisted) }
  })
}

async function getListedOrSold(db: Db, id: string): Promise<StoredCar> {
  const car = await repository.findCar(db, id)
  if (!car || isOffTheMarket(car)) throw new ProblemError('not-found')
  return car
}
