import { invalidField, ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { isClaimable, UPLOAD_FIRST } from '../../core/images/upload.repository.ts'
import { findCategory, findNameLike } from './category.repository.ts'

type Sources = Pick<Context, 'db' | 'now'>

/**
 * @param own the name that it has already, which may get other capitals
 * @throws ProblemError `make-exists`
 */
export async function assertNameFree(db: Db, name: string, own?: string): Promise<void> {
  const make = await findNameLike(db, name)
  if (make === null || make === own) return
  const errors = [{ path: 'category_name', message: 'There’s already a make with this name.' }]
  throw new ProblemError('make-exists', { errors, facts: { make } })
}

/** @throws ProblemError 400 of `brandImage` where it is no upload of the actor's */
export async function assertLogoOwned(
  { db, now }: Sources,
  { id }: Pick<Actor, 'id'>,
  url: string,
): Promise<void> {
  if (!(await isClaimable(db, url, id, now()))) throw invalidField('brandImage', UPLOAD_FIRST)
}

/** @throws ProblemError 400 of `mergeInto` where there is no such make, or it is the one that goes */
export async function assertMergeTarget(db: Db, name: string, into: string): Promise<void> {
  if (into === name || !(await findCategory(db, into)))
    throw invalidField('mergeInto', 'Choose another make from the list.')
}
