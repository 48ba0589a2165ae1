import type { EndpointOutput, HandlerInput } from '../../../contract/endpoint.ts'
import { isBought } from '../../../contract/purchase-review.ts'
import { ProblemError } from '../../../contract/problems.ts'
import type { Review } from '../../../contract/reviews.ts'
import { strings } from '../../../contract/strings.ts'
import type { Paging } from '../../db/read-newest.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/tables.ts'
import { faultOf, type FaultFinder } from '../../http/find-faults.ts'
import type { Actor } from '../../http/handler.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import type { Page } from '../../http/paging.ts'
import { insertAuditEntry } from '../audit/audit.repository.ts'
import { findPurchaseDetails } from '../purchases/purchase.repository.ts'
import { endOthersUndos, offerUndo } from '../undo/undo.repository.ts'
import { findUserByEmail } from '../users/user.repository.ts'
import {
  findReview,
  findReviewByKey,
  hideReview,
  insertReview,
  listReviews,
  updateReview,
  type ReviewedPurchase,
  type ReviewText,
} from './review.repository.ts'

/** What a repeat answers does not hang on what became of the purchase since. */
export async function addReview(
  ctx: Context,
  actor: Actor,
  { purchasedItemID, ...text }: HandlerInput<'addReview'>['body'],
  idempotency: Idempotency | null,
): Promise<EndpointOutput<'addReview'>> {
  return ctx.db.transaction().execute(async (trx) => {
    const first = idempotency && (await findReviewByKey(trx, actor.id, idempotency))
    if (first) return { acknowledged: true, insertedId: first }
    const purchase = purchasedItemID === undefined ? null : await getBought(trx, ctx, actor, purchasedItemID)
    const insertedId = await insertReview(trx, actor.id, { ...text, purchase }, idempotency, ctx.now())
    if (insertedId === null) throw new ProblemError('already-reviewed')
    return { acknowledged: true, insertedId }
  })
}

async function getBought(db: Db, { config }: Context, actor: Actor, id: string): Promise<ReviewedPurchase> {
  const found = await findPurchaseDetails(db, id, { config, reader: actor })
  if (found?.buyerId !== actor.id) throw new ProblemError('not-found')
  if (isBought(found.purchase)) return { id, carName: found.purchase.carName }
  throw new ProblemError('not-bought', found.purchase.transactionID === null ? {} : { detail: REFUNDED })
}

const REFUNDED = 'This purchase was refunded, so it can’t be reviewed.'

export const findReviewFaults: FaultFinder<'addReview'> = async ({ ctx, actor, body }) => {
  const { purchasedItemID: id } = body
  return id === undefined ? [] : faultOf('purchasedItemID', () => getBought(ctx.db, ctx, actor, id))
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
