import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { formatMoney, stepPrice } from '../../../contract/money.ts'
import { ProblemError } from '../../../contract/problems.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { refuse } from '../../http/find-faults.ts'
import { Answer, type Call } from '../../http/handler.ts'
import { audienceOf } from '../../http/audience.ts'
import { claimUploads, releaseUploads } from '../images/upload.repository.ts'
import { offerUndo } from '../undo/undo.repository.ts'
import { findUser } from '../users/user.repository.ts'
import { auditCar, auditOthersCars } from './car-audit.ts'
import { findCarFaults } from './car-faults.ts'
import * as repository from './car.repository.ts'
import { readIfMatch } from '../../http/if-match.ts'
import { getOwnCars, mayEdit, refuseUnlessInStock } from './own-cars.ts'
import { isOffTheMarket, isSameForAll, isSellerUnproven, type Car } from './car.ts'
import { fromWireCar, fromWireChange, toWireCar, toWireChange } from './car.wire.ts'
import { getVisibleCar } from './visible-car.ts'

export async function getCar({
  ctx,
  params,
  actor,
}: Call<'getCar'>): Promise<Answer<EndpointOutput<'getCar'>>> {
  const car = await getVisibleCar(ctx, params.id, actor)
  const isPublic = !isOffTheMarket(car)
  const reader = actor && mayEdit(actor, car) ? 'editor' : audienceOf(actor)
  const isShared = isPublic && isSameForAll(car) && !isSellerUnproven(car, ctx.config)
  return new Answer(toWireCar(car, reader, ctx.config), { isShared })
}

/**
 * A repeat with the same `Idempotency-Key` answers the first one's id.
 * @throws ProblemError `key-reused` where the key came with another car
 */
export async function addCar({ ctx, actor, body, idempotency }: Call<'addCar'>) {
  const fields = fromWireCar(body)
  const car = { id: newId(), sellerId: actor.id, fields, idempotency }
  return ctx.db.transaction().execute(async (trx) => {
    refuse(await findCarFaults({ db: trx, now: ctx.now }, actor, body))
    const isNew = await repository.insertCar(trx, car, ctx.now())
    if (isNew) await claimUploads(trx, fields.images, actor.id, ctx.now())
    const insertedId = isNew ? car.id : await repository.getRepeatedCarId(trx, actor.id, idempotency!)
    return { acknowledged: true as const, insertedId }
  })
}

/**
 * Replaces what the seller may say of the car. Pictures that it has already stay allowed, and a choice that is not sent
 * stays: a client from before it was asked for does not know it.
 */
export async function updateCar({ ctx, actor, params, body, req }: Call<'updateCar'>) {
  const wanted = readIfMatch(req.get('If-Match'))
  return ctx.db.transaction().execute(async (trx) => {
    const [car] = (await getOwnCars(trx, 'updateCar', actor, [params.id])) as [Car]
    refuseUnlessInStock(car)
    if (wanted && !wanted.includes(car.version))
      throw new ProblemError('stale-copy', { facts: { version: car.version } })
    refuse(await findCarFaults({ db: trx, now: ctx.now }, actor, body, car.images))
    const fields = fromWireCar(body, car)
    const added = fields.images.filter((url) => !car.images.includes(url))
    await claimUploads(trx, added, actor.id, ctx.now())
    if (!(await repository.updateCar(trx, car.id, car.version, fields))) throw new ProblemError('stale-copy')
    await auditOthersCars(trx, ctx, actor, 'edit-car', [car])
    const removed = car.images.filter((url) => !fields.images.includes(url))
    await releaseUploads(trx, removed, ctx.now())
    return { acknowledged: true as const, modifiedCount: 1, version: car.version + 1 }
  })
}

/** All or none. */
export async function updateCars({ ctx, actor, body }: Call<'updateCars'>) {
  const ids = [...new Set(body.ids)]
  return ctx.db.transaction().execute(async (trx) => {
    const cars = await getOwnCars(trx, 'updateCars', actor, ids)
    cars.forEach(refuseUnlessInStock)
    const modifiedCount = await changeCars(trx, cars, body.change)
    if (modifiedCount !== ids.length) throw new ProblemError('car-reserved')
    await auditOthersCars(trx, ctx, actor, 'edit-car', cars, JSON.stringify(body.change))
    const rows = cars.map((car) => ({ id: car.id, before: toWireChange(car) }))
    const undoId = await offerUndo(trx, { userId: actor.id, kind: 'car-changes', rows }, ctx.now())
    return { acknowledged: true as const, modifiedCount, undoId }
  })
}

/** A step of the price makes another price of each car's own. */
async function changeCars(
  trx: Db,
  cars: readonly Car[],
  { priceBy, ...change }: Call<'updateCars'>['body']['change'],
): Promise<number> {
  const said = fromWireChange(change)
  if (priceBy === undefined)
    return repository.changeCars(
      trx,
      cars.map(({ id }) => id),
      said,
    )
  let modifiedCount = 0
  for (const { id, priceMinor } of cars) {
    const price = stepPrice(priceMinor, priceBy)
    if (price === null) throw new ProblemError('price-not-payable', { facts: { carID: id } })
    const priceText = formatMoney(price).replace('$', '')
    modifiedCount += await repository.changeCars(trx, [id], { ...said, priceText })
  }
  return modifiedCount
}

export async function featureCar({ ctx, actor, params }: Call<'featureCar'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const car = await getListedOrSold(trx, params.id)
    if (car.state === 'sold') throw new ProblemError('car-sold')
    const isChanged = await repository.featureCar(trx, car.id, ctx.now())
    if (isChanged) await auditCar(trx, ctx, actor, 'feature-car', car)
    return { acknowledged: true as const, modifiedCount: Number(isChanged) }
  })
}

export async function unfeatureCar({ ctx, actor, params }: Call<'unfeatureCar'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const car = await getListedOrSold(trx, params.id)
    const isChanged = await repository.unfeatureCar(trx, car.id)
    if (isChanged) await auditCar(trx, ctx, actor, 'unfeature-car', car)
    return { acknowledged: true as const, modifiedCount: Number(isChanged) }
  })
}

/** After a full refund only, and for a seller who is still there; a car that is listed already stays as it is. */
export async function relistCar({ ctx, actor, params }: Call<'relistCar'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const car = await repository.findCar(trx, params.id)
    if (!car || car.state === 'withdrawn') throw new ProblemError('not-found')
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
