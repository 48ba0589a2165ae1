import { invalidField, ProblemError, type FieldError } from '../../../contract/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { faultOf, type FaultFinder } from '../../http/find-faults.ts'
import { isClaimable, UPLOAD_FIRST } from '../images/upload.repository.ts'
import { findCategory, findNameLike } from './category.repository.ts'

type Sources = Pick<Context, 'db' | 'now'>

/**
 * @param own the name that it has already, which may get other capitals
 * @throws ProblemError `make-exists`
 */
export async function refuseTakenName(db: Db, name: string, own?: string): Promise<void> {
  const make = await findNameLike(db, name)
  if (make === null || make === own) return
  const errors = [{ path: 'category_name', message: 'There’s already a make with this name.' }]
  throw new ProblemError('make-exists', { errors, facts: { make } })
}

/** @throws ProblemError 400 of `brandImage` where it is no upload of the actor's */
export async function refuseOthersLogo(
  { db, now }: Sources,
  { id }: Pick<Actor, 'id'>,
  url: string,
): Promise<void> {
  if (!(await isClaimable(db, url, id, now()))) throw invalidField('brandImage', UPLOAD_FIRST)
}

/** @throws ProblemError 400 of `mergeInto` where there is no such make, or it is the one that goes */
export async function refuseAsTarget(db: Db, name: string, into: string): Promise<void> {
  if (into === name || !(await findCategory(db, into)))
    throw invalidField('mergeInto', 'Choose another make from the list.')
}

export const findNewCategoryFaults: FaultFinder<'addCategory'> = ({ ctx, actor, body }) =>
  findFaultsOf(ctx, actor, body)

export const findCategoryChangeFaults: FaultFinder<'updateCategory'> = async ({
  ctx,
  actor,
  params,
  body,
}) => {
  const make = params.name === undefined ? null : await findCategory(ctx.db, params.name)
  if (!make) return []
  const { mergeInto: into, category_name, brandImage } = body
  const changed = { category_name, brandImage: brandImage === make.imageUrl ? '' : brandImage }
  return [
    ...(await findFaultsOf(ctx, actor, changed, make.name)),
    ...(into === undefined ? [] : await faultOf('mergeInto', () => refuseAsTarget(ctx.db, make.name, into))),
  ]
}

async function findFaultsOf(
  ctx: Sources,
  actor: Pick<Actor, 'id'>,
  {
    category_name: name,
    brandImage: logo,
  }: { category_name?: string | undefined; brandImage?: string | undefined },
  own?: string,
): Promise<FieldError[]> {
  return [
    ...(name ? await faultOf('category_name', () => refuseTakenName(ctx.db, name, own)) : []),
    ...(logo ? await faultOf('brandImage', () => refuseOthersLogo(ctx, actor, logo)) : []),
  ]
}
