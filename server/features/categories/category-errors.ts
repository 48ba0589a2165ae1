import { createFieldProblem, ProblemError } from '../../../contract/api/problems.ts'
import type { Actor } from '../../actor.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { isClaimable, UPLOAD_FIRST } from '../../core/images/upload.repository.ts'
import { findCategory, findNameLike } from './category.repository.ts'

type Sources = Pick<Context, 'db' | 'now'>

/**
 * Checks that no other make has the name, ignoring case.
 * @param currentName the make's current name, whose capitalization may change
 * @throws ProblemError `make-exists`
 */
export async function assertNameFree(db: Db, name: string, currentName?: string): Promise<void> {
  const make = await findNameLike(db, name)
  if (make === null || make === currentName) return
  const errors = [{ path: 'category_name', message: 'There’s already a make with this name.' }]
  throw new ProblemError('make-exists', { errors, facts: { make } })
}

/**
 * Verifies that the actor uploaded the logo.
 * @throws ProblemError 400 for `brandImage`
 */
export async function assertLogoOwned(
  { db, now }: Sources,
  { id }: Pick<Actor, 'id'>,
  url: string,
): Promise<void> {
  if (!(await isClaimable(db, url, id, now()))) throw createFieldProblem('brandImage', UPLOAD_FIRST)
}

/**
 * Verifies that a make can be merged into another one.
 * @throws ProblemError 400 for `mergeInto` if that make does not exist or is the one to be merged
 */
export async function assertMergeTarget(db: Db, name: string, into: string): Promise<void> {
  if (into === name || !(await findCategory(db, into)))
    throw createFieldProblem('mergeInto', 'Choose another make from the list.')
}
