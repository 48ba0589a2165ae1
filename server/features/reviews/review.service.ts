import type { EndpointOutput } from '../../../contract/endpoint.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { Review } from '../../../contract/reviews.ts'
import { strings } from '../../../contract/strings.ts'
import type { Paging } from '../../db/read-newest.ts'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/handler.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import type { Page } from '../../http/paging.ts'
import { insertAuditEntry } from '../audit/audit.repository.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { findUserByEmail } from '../users/user.repository.ts'
import {
  findReview,
  hideReview,
  insertReview,
  listReviews,
  updateReview,
  type ReviewText,
} from './review.repository.ts'

export async function addReview(
  ctx: Context,
  actor: Actor,
  review: ReviewText,
  idempotency: Idempotency | null,
): Promise<EndpointOutput<'addReview'>> {
  const insertedId = await insertReview(ctx.db, actor.id, review, idempotency, ctx.now())
  return { acknowledged: true, insertedId }
}

/** What anybody may read: no addresses. */
export async function listPublicReviews(ctx: Context, paging: Paging): Promise<Page<Review>> {
  const page = await listReviews(ctx.db, paging)
  return { ...page, items: page.items.map(({ reviewerEmail: _reviewerEmail, ...review }) => review) }
}

/** The caller's own; an admin may name another's address. */
export async function listReviewsBy(
  ctx: Context,
  actor: Actor,
  { email, ...paging }: Paging & { email: string },
): Promise<Page<Review>> {
  const authorId = email === actor.email ? actor.id : (await findUserByEmail(ctx.db, email))?.id
  return authorId ? listReviews(ctx.db, paging, authorId) : { items: [], next: null, total: 0 }
}

export async function getReview(ctx: Context, actor: Actor, id: string): Promise<Review> {
  const found = await findReview(ctx.db, id)
  if (!found || found.isDeleted || !(found.authorId === actor.id || actor.isAdmin))
    throw new ProblemError('not-found')
  return found.review
}

export async function editReview(
  ctx: Context,
  actor: Actor,
  id: string,
  review: ReviewText,
): Promise<EndpointOutput<'updateReview'>> {
  if (!(await updateReview(ctx.db, id, actor.id, review))) throw new ProblemError('not-found')
  return { acknowledged: true, modifiedCount: 1 }
}

export function deleteReview(
  ctx: Context,
  actor: Actor,
  id: string,
): Promise<EndpointOutput<'deleteReview'>> {
  const now = ctx.now()
  return ctx.db.transaction().execute(async (trx) => {
    const found = await findReview(trx, id)
    if (!found || !(found.authorId === actor.id || actor.isAdmin)) throw new ProblemError('not-found')
    await endOthersUndos(trx, actor.id, [id])
    if (!(await hideReview(trx, id, now))) return answer({ deletedCount: 0 })
    if (found.authorId !== actor.id)
      await insertAuditEntry(
        trx,
        actor,
        { action: 'delete-review', target: id, subject: titleOf(found.review) },
        now,
      )
    const undoId = await offerUndo(trx, { userId: actor.id, kind: 'review', rows: [{ id }] }, now)
    return answer({ deletedCount: 1, undoId })
  })
}

const MAX_TITLE = 60

/** What it gives and how it begins: it may be gone when somebody reads of it. */
function titleOf({ rating, reviewText }: Pick<Review, 'rating' | 'reviewText'>): string {
  const stars = `${rating} ${rating === 1 ? 'star' : 'stars'}`
  if (reviewText === '') return stars
  const start = reviewText.slice(0, MAX_TITLE).toWellFormed()
  return `${stars}: ${start}${reviewText.length > MAX_TITLE ? '…' : ''}`
}

function answer(data: { deletedCount: number; undoId?: string }): EndpointOutput<'deleteReview'> {
  return { success: true, data: { acknowledged: true, ...data }, message: strings.reviews.deleted }
}
