import { ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { writeCars } from '../../db/change-set.ts'
import { newId } from '../../db/id.ts'
import type { Db } from '../../db/tables.ts'
import { assertNoErrors } from '../../http/validate.ts'
import type { Call } from '../../http/handler.ts'
import { readIfMatch } from '../../http/entity-tags.ts'
import { restoreOwnMakeName } from '../categories/searched-makes.ts'
import { claimUploads } from '../../core/images/upload.repository.ts'
import { findCarErrors } from './car-errors.ts'
import * as repository from './car.repository.ts'
import type { Car } from './car.ts'
import { assertDraftQuota } from './draft-quota.ts'
import { changePhotos } from './change-photos.ts'
import { fromWireCar } from './car.wire.ts'
import { getOwnCars, assertEditable } from './own-cars.ts'
import { assertStockNumberFree } from './stock-numbers.ts'
import { statusAfterEdit } from './vin-conflicts.ts'

/** Adds a draft. A repeat with the same `Idempotency-Key` returns the ID of the first draft. */
export async function addDraft({ ctx, actor, body, idempotency }: Call<'addDraft'>) {
  return writeCars(ctx, actor, 'add', async (trx) => {
    assertNoErrors(await findCarErrors({ db: trx, now: ctx.now }, actor, body))
    const repeated = idempotency && (await repository.findCarByIdempotencyKey(trx, actor.id, idempotency))
    if (repeated) return respond(trx, repeated.id)
    await assertDraftQuota(trx, ctx, actor.id)
    const fields = fromWireCar(await restoreOwnMakeName(trx, body), ctx.now())
    const draft = { id: newId(), sellerId: actor.id, fields, idempotency, state: 'draft' as const }
    await assertStockNumberFree(trx, fields.stockNo, { sellerId: actor.id })
    await repository.insertCar(trx, draft, ctx.now())
    await claimUploads(trx, fields.images, actor.id, ctx.now())
    return respond(trx, draft.id)
  })
}

async function respond(trx: Db, insertedId: string) {
  const { version } = (await repository.findCar(trx, insertedId))!
  return { acknowledged: true as const, insertedId, version }
}

/**
 * Saves a draft. A car that has been listed must be edited as a whole, or be turned back into a draft first.
 */
export async function saveDraft({ ctx, actor, params, body, req }: Call<'saveDraft'>) {
  const expectedVersions = readIfMatch(req.get('If-Match'))
  return writeCars(ctx, actor, 'edit', async (trx) => {
    const [car] = (await getOwnCars(trx, 'saveDraft', actor, [params.id])) as [Car]
    assertEditable(car)
    if (car.isListedBefore)
      throw new ProblemError('state-not-allowed', { detail: 'This car isn’t a draft anymore.' })
    if (expectedVersions && !expectedVersions.includes(car.version))
      throw new ProblemError('stale-copy', { facts: { version: car.version } })
    assertNoErrors(await findCarErrors({ db: trx, now: ctx.now }, actor, body, car))
    const fields = fromWireCar(await restoreOwnMakeName(trx, body), ctx.now(), car)
    await assertStockNumberFree(trx, fields.stockNo, { sellerId: car.sellerId, carId: car.id })
    await statusAfterEdit(trx, car, fields, ctx.now())
    if (!(await repository.saveDraft(trx, car.id, car.version, fields))) throw new ProblemError('stale-copy')
    await changePhotos(trx, ctx, actor, { car, fields })
    return { acknowledged: true as const, modifiedCount: 1, version: car.version + 1 }
  })
}

/** Lists one of the caller's own drafts instead of adding a new car. */
export async function addFromDraft(
  trx: Db,
  ctx: Context,
  actor: Actor,
  draft: Car,
  car: repository.NewCar,
): Promise<void> {
  if (!(await repository.listDraft(trx, car, ctx.now()))) throw new ProblemError('stale-copy')
  await changePhotos(trx, ctx, actor, { car: draft, fields: car.fields })
}
