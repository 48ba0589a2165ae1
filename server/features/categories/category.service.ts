import { formatCount } from '../../../contract/number-format.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import { setChangeAuthor } from '../../db/change-set.ts'
import type { Db } from '../../db/tables.ts'
import type { Call } from '../../http/handler.ts'
import { insertAuditEntry, type NewAuditEntry } from '../../core/audit/audit.repository.ts'
import { claimUploads, releaseUploads } from '../../core/images/upload.repository.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { assertMergeTarget, assertLogoOwned, assertNameFree } from './category-errors.ts'
import * as repository from './category.repository.ts'
import type { Category, PositionedCategory } from './category.repository.ts'
import { dropFormerName, keepFormerName } from './former-makes.repository.ts'

/**
 * Adds a make.
 * @throws ProblemError `make-exists` if a make has the name, ignoring case
 */
export function addCategory({ ctx, actor, body }: Call<'addCategory'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const { category_name: name, brandImage: imageUrl, shown } = body
    await assertNameFree(trx, name)
    await claimLogo(trx, ctx, actor, imageUrl)
    await repository.insertCategory(trx, { name, imageUrl, shown })
    await dropFormerName(trx, name)
    await audit(trx, ctx, actor, { action: 'add-make', target: name, subject: name })
    return { acknowledged: true as const, insertedId: name }
  })
}

/**
 * Updates or merges a make and moves its cars in the same transaction. A user who is editing one of these
 * cars learns that it changed.
 * @throws ProblemError `not-found`, `make-exists`
 */
export function updateCategory({ ctx, actor, params, body }: Call<'updateCategory'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const make = await getCategory(trx, params.name)
    const cars =
      body.mergeInto === undefined
        ? await change(trx, ctx, actor, make, body)
        : await merge(trx, ctx, actor, make, body.mergeInto)
    return { acknowledged: true as const, modifiedCount: 1, cars }
  })
}

/**
 * Deletes a make that no car has, and offers to undo the deletion.
 * @throws ProblemError `not-found`; `make-in-use` with the number of cars that have it, including deleted
 * ones
 */
export function deleteCategory({ ctx, actor, params: { name } }: Call<'deleteCategory'>) {
  return ctx.db.transaction().execute(async (trx) => {
    const before = await repository.findCategory(trx, name)
    if (!before) return deleteAgain(trx, actor, name)
    const count = await repository.countMakeCars(trx, name)
    if (count > 0) throw inUse(name, count)
    await repository.deleteCategory(trx, name)
    await audit(trx, ctx, actor, { action: 'delete-make', target: name, subject: name })
    // The logo remains its uploader's upload, because the make may be restored.
    const undoId = await offerUndo(
      trx,
      { userId: actor.id, kind: 'make', row: { id: name, before } },
      ctx.now(),
    )
    return { acknowledged: true as const, deletedCount: 1, undoId }
  })
}

/**
 * Discards the other admins' undos for a make that is already deleted, so that they can no longer restore it.
 * @throws ProblemError `not-found` if no other admin's undo exists
 */
async function deleteAgain(trx: Db, actor: Actor, name: string) {
  if (!(await endOthersUndos(trx, actor.id, name))) throw new ProblemError('not-found')
  return { acknowledged: true as const, deletedCount: 0 }
}

type Change = Call<'updateCategory'>['body']

/**
 * Updates a make. A new name also applies to the make's cars.
 * @returns the number of cars whose make was renamed
 */
async function change(
  trx: Db,
  ctx: Context,
  actor: Actor,
  make: Category,
  {
    category_name: name = make.name,
    brandImage: imageUrl = make.imageUrl,
    shown = make.shown,
    place,
  }: Change,
): Promise<number> {
  if (imageUrl !== make.imageUrl) await claimLogo(trx, ctx, actor, imageUrl)
  await repository.updateCategory(trx, make.name, { imageUrl, shown })
  if (imageUrl !== make.imageUrl) await releaseUploads(trx, [make.imageUrl], ctx.now())
  if (place !== undefined) await repository.placeCategory(trx, make.name, place)
  if (name === make.name) {
    await audit(trx, ctx, actor, { action: 'edit-make', target: name, subject: name })
    return 0
  }
  await assertNameFree(trx, name, make.name)
  const cars = await setChangeAuthor(trx, { actorId: actor.id, now: ctx.now() }, () =>
    repository.renameCategory(trx, make.name, name),
  )
  await keepFormerName(trx, make.name, name)
  const detail = `Now ${name}: ${formatCount(cars, 'car')}`
  await audit(trx, ctx, actor, { action: 'rename-make', target: make.name, subject: make.name, detail })
  return cars
}

async function merge(
  trx: Db,
  ctx: Context,
  actor: Actor,
  { name, imageUrl }: Category,
  into: string,
): Promise<number> {
  await assertMergeTarget(trx, name, into)
  const cars = await setChangeAuthor(trx, { actorId: actor.id, now: ctx.now() }, () =>
    repository.moveCars(trx, name, into),
  )
  await repository.deleteCategory(trx, name)
  await keepFormerName(trx, name, into)
  await releaseUploads(trx, [imageUrl], ctx.now())
  const detail = `Into ${into}: ${formatCount(cars, 'car')}`
  await audit(trx, ctx, actor, { action: 'merge-make', target: name, subject: name, detail })
  return cars
}

async function getCategory(trx: Db, name: string): Promise<PositionedCategory> {
  const make = await repository.findCategory(trx, name)
  if (!make) throw new ProblemError('not-found')
  return make
}

async function claimLogo(trx: Db, ctx: Context, actor: Actor, url: string): Promise<void> {
  if (url === '') return
  await assertLogoOwned({ db: trx, now: ctx.now }, actor, url)
  await claimUploads(trx, [url], actor.id, ctx.now())
}

function inUse(name: string, count: number): ProblemError {
  return new ProblemError('make-in-use', {
    detail: `${formatCount(count, 'car')} ${count === 1 ? 'is' : 'are'} listed or kept under ${name}, so it can’t be deleted. Merge it into another make instead.`,
    facts: { count },
  })
}

function audit(trx: Db, ctx: Context, actor: Actor, entry: NewAuditEntry): Promise<void> {
  return insertAuditEntry(trx, actor, entry, ctx.now())
}
