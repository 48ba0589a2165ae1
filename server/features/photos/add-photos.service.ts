import { MAX_PHOTOS_PER_CAR } from '../../../contract/cars/cars.ts'
import type { PhotosAdded } from '../../../contract/photos.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { CARS_PER_BATCH, writeBatch } from '../../db/change-set.ts'
import { attempt } from '../../db/engines/attempts.ts'
import { assertLedgerNotFull } from '../../db/ledger-quota.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import { guardProblem } from '../../http/problem.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import { findCars, updateCar } from '../cars/car.repository.ts'
import type { Car } from '../cars/car.ts'
import { changePhotos } from '../cars/change-photos.ts'
import { assertOwnsCars, assertEditable } from '../cars/own-cars.ts'
import { isClaimable, UPLOAD_FIRST } from '../../core/images/upload.repository.ts'
import { findOpenSet } from './open-set.repository.ts'

type SkippedChange = PhotosAdded['stayed'][number]

/**
 * Appends photos to cars. A photo that a car already has keeps its position, so a call can be repeated. A
 * photo that can't be added is returned with the reason, and doesn't block the others.
 * @throws ProblemError `not-found` if a car does not exist or is not the caller's; no photo is added in that
 * case
 */
export async function addPhotos({ ctx, actor, body }: Call<'addPhotos'>): Promise<PhotosAdded> {
  const imagesByCar = new Map(body.cars.map(({ carID, images }) => [carID, images]))
  const ids = [...imagesByCar.keys()]
  await assertOwnsCars(ctx.db, 'addPhotos', actor, ids)
  let set = await findOpenSet(ctx.db, { id: Number(body.changeSetID ?? 0), actorId: actor.id }, ctx.now())
  const outcomes: Outcome[] = []
  for (let start = 0; start < ids.length; start += CARS_PER_BATCH) {
    const batch = ids.slice(start, start + CARS_PER_BATCH)
    await assertLedgerNotFull(ctx, actor.id)
    const author = { actorId: actor.id, now: ctx.now() }
    const batchResult = await ctx.db
      .transaction()
      .execute((trx) =>
        writeBatch(trx, author, { kind: 'bulk-edit', set }, () =>
          addToEach(trx, ctx, actor, batch, imagesByCar),
        ),
      )
    outcomes.push(...batchResult.result)
    set = batchResult.set
  }
  const added = outcomes.reduce((sum, outcome) => sum + outcome.added, 0)
  const stayed = outcomes
    .flatMap((outcome) => outcome.stayed)
    .map((one) => ({ ...one, image: toShownPhoto(one.image, ctx.config) }))
  return { acknowledged: true, added, changeSetID: set === null ? null : String(set), stayed }
}

interface Outcome {
  added: number
  stayed: SkippedChange[]
}

async function addToEach(
  trx: Db,
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  imagesByCar: ReadonlyMap<string, string[]>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const car of await findCars(trx, ids))
    outcomes.push(await tryAdd(trx, ctx, actor, car, imagesByCar.get(car.id)!))
  return outcomes
}

async function tryAdd(trx: Db, ctx: Context, actor: Actor, car: Car, images: string[]) {
  try {
    assertEditable(car)
    return await attempt(trx, () => addToCar(trx, ctx, actor, car, images))
  } catch (error) {
    const guarded = guardProblem(error)
    const problem = guarded ? new ProblemError(guarded) : error
    if (!(problem instanceof ProblemError)) throw error
    return { added: 0, stayed: images.map((image) => ({ carID: car.id, image, reason: problem.message })) }
  }
}

async function addToCar(
  trx: Db,
  ctx: Context,
  actor: Actor,
  car: Car,
  images: readonly string[],
): Promise<Outcome> {
  const newImages: string[] = []
  const stayed: SkippedChange[] = []
  const skip = (image: string, reason: string) => stayed.push({ carID: car.id, image, reason })
  for (const image of new Set(images)) {
    if (car.images.includes(image)) continue
    if (!(await isClaimable(trx, image, actor.id, ctx.now()))) skip(image, UPLOAD_FIRST)
    else if (car.images.length + newImages.length >= MAX_PHOTOS_PER_CAR) skip(image, FULL)
    else newImages.push(image)
  }
  if (newImages.length === 0) return { added: 0, stayed }
  const fields = { ...car, images: [...car.images, ...newImages] }
  if (!(await updateCar(trx, car, { fields, state: car.state }))) throw new ProblemError('stale-copy')
  await changePhotos(trx, ctx, actor, { car, fields })
  return { added: newImages.length, stayed }
}

const FULL = `This car has ${MAX_PHOTOS_PER_CAR} photos, and more don’t fit.`
