import { formatCount } from '../../../contract/number-format.ts'
import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import { ProblemError } from '../../../contract/api/problems.ts'
import { isBought } from '../../../contract/purchase-review.ts'
import { strings } from '../../../contract/strings.ts'
import type { Context } from '../../context.ts'
import type { Idempotency } from '../../db/idempotency.ts'
import type { Page } from '../../db/page.ts'
import type { Paging } from '../../db/read-newest.ts'
import type { Db } from '../../db/tables.ts'
import type { Actor } from '../../actor.ts'
import { getReachable } from '../../http/row-access.ts'
import { findListedPurchase } from '../../sale/records/purchase-lists.repository.ts'
import { insertAuditEntry } from '../../core/audit/audit.repository.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { findNamedId } from '../../core/users/user.repository.ts'
import {
  findReview,
  findReviewByKey,
  softDeleteReview,
  insertReview,
  listReviews,
  updateReview,
  type Review,
  type ReviewedPurchase,
  type ReviewText,
} from './review.repository.ts'

/** Adds a review. A repeated request gets the same response, even if the purchase has changed since. */
export async function addReview(
  ctx: Context,
  actor: Actor,
  review: ReviewText,
  purchaseId: string | undefined,
  idempotency: Idempotency | null,
): Promise<EndpointOutput<'addReview'>> {
  return ctx.db.transaction().execute(async (trx) => {
    const first = idempotency && (await findReviewByKey(trx, actor.id, idempotency))
    if (first) return { acknowledged: true, insertedId: first }
    const purchase = purchaseId === undefined ? null : await getBought(trx, actor, purchaseId)
    const insertedId = await insertReview(trx, actor.id, { ...review, purchase }, idempotency, ctx.now())
    if (insertedId === null) throw new ProblemError('already-reviewed')
    return { acknowledged: true, insertedId }
  })
}

async function getBought(db: Db, actor: Pick<Actor, 'id'>, id: string): Promise<ReviewedPurchase> {
  const purchase = await findListedPurchase(db, id)
  if (purchase?.buyerId !== actor.id) throw new ProblemError('not-found')
  const { state, refundState, carName, intentId } = purchase
  if (isBought({ paid: state === 'paid', refundState })) return { id, carName }
  throw new ProblemError('not-bought', intentId === null ? {} : { detail: REFUNDED })
}

const REFUNDED = 'This purchase was refunded, so it can’t be reviewed.'

/** Lists the caller's own reviews. Admins may pass another user's email address. */
export async function listReviewsBy(
  ctx: Context,
  actor: Actor,
  { email, ...paging }: Paging & { email: string },
): Promise<Page<Review>> {
  const authorId = await findNamedId(ctx.db, actor, email)
  return authorId ? listReviews(ctx.db, paging, authorId) : { items: [], next: null, total: 0 }
}

export async function getReview(ctx: Context, actor: Actor, id: string): Promise<Review> {
  const review = getReachable('getReview', actor, await findReview(ctx.db, id), getReviewAuthor)
  if (review.isDeleted) throw new ProblemError('not-found')
  return review
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
    const review = getReachable('deleteReview', actor, await findReview(trx, id), getReviewAuthor)
    await endOthersUndos(trx, actor.id, id)
    if (!(await softDeleteReview(trx, id, now))) return respond({ deletedCount: 0 })
    if (review.authorId !== actor.id) {
      const entry = { action: 'delete-review' as const, target: id, subject: describeReview(review) }
      await insertAuditEntry(trx, actor, entry, now)
    }
    const undoId = await offerUndo(trx, { userId: actor.id, kind: 'review', row: { id } }, now)
    return respond({ deletedCount: 1, undoId })
  })
}

function getReviewAuthor({ authorId }: Review): string {
  return authorId
}

const MAX_TITLE_LENGTH = 60

/**
 * Returns a title for the audit log: the stars and the beginning of the review. The review itself may no
 * longer exist when the log is read.
 */
function describeReview({ rating, text }: ReviewText): string {
  const stars = formatCount(rating, 'star')
  if (text === '') return stars
  const start = text.slice(0, MAX_TITLE_LENGTH).toWellFormed()
  return `${stars}: ${start}${text.length > MAX_TITLE_LENGTH ? '…' : ''}`
}

function respond(result: { deletedCount: number; undoId?: string }): EndpointOutput<'deleteReview'> {
  return { success: true, data: { acknowledged: true, ...result }, message: strings.reviews.deleted }
}
