import type { SelectQueryBuilder } from 'kysely'
import type { ReviewSummary } from '../../../contract/reviews.ts'
import { newId } from '../../db/id.ts'
import { checkRepeat, type Idempotency } from '../../db/idempotency.ts'
import type { Page } from '../../db/page.ts'
import { prepareQuery } from '../../db/engines/prepare-query.ts'
import { readNewest, type Paging } from '../../db/read-newest.ts'
import type { Db, Row, Tables } from '../../db/tables.ts'
import { deleteRows } from '../../db/delete-rows.ts'

export interface ReviewText {
  /** The rating from 0 to 5, in steps of 0.5. */
  rating: number
  text: string
}

export interface Review extends ReviewText {
  id: string
  authorId: string
  authorName: string
  authorPhotoURL: string
  authorEmail: string
  createdAt: string
  /** Name of the reviewed car if the review is about a purchase; otherwise, null. */
  carName: string | null
  isDeleted: boolean
}

export interface ReviewedPurchase {
  id: string
  carName: string
}

/**
 * Inserts a review.
 * @returns the review's ID, or null if the purchase already has a review
 */
export async function insertReview(
  db: Db,
  authorId: string,
  review: ReviewText & { purchase: ReviewedPurchase | null },
  idempotency: Idempotency | null,
  now: Date,
): Promise<string | null> {
  const { purchase } = review
  const row: Row<'reviews'> = {
    id: newId(),
    author_id: authorId,
    half_stars: review.rating * 2,
    text: review.text,
    created_at: now.toISOString(),
    deleted_at: null,
    idempotency_key: idempotency?.key ?? null,
    idempotency_digest: idempotency?.digest ?? null,
    purchase_id: purchase?.id ?? null,
    car_name: purchase?.carName ?? null,
  }
  const result = await insertRow(db, row)
  return result.numAffectedRows === 1n ? row.id : null
}

const insertRow = prepareQuery((db, row: Row<'reviews'>) =>
  db
    .insertInto('reviews')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('purchase_id')
        .where(({ and, eb }) => and([eb('purchase_id', 'is not', null), eb('deleted_at', 'is', null)]))
        .doNothing(),
    ),
)

/**
 * Finds the author's review with the given idempotency key.
 * @returns the review's ID, or null if the key has not been used
 * @throws ProblemError `key-reused` if that review's content was different
 */
export async function findReviewByKey(
  db: Db,
  authorId: string,
  idempotency: Idempotency,
): Promise<string | null> {
  const first = await db
    .selectFrom('reviews')
    .select(['id', 'idempotency_digest'])
    .where('author_id', '=', authorId)
    .where('idempotency_key', '=', idempotency.key)
    .executeTakeFirst()
  if (!first) return null
  checkRepeat(idempotency, first)
  return first.id
}

export function listReviews(db: Db, paging: Paging, authorId?: string): Promise<Page<Review>> {
  const visibleReviews = db
    .selectFrom('reviews')
    .where('reviews.deleted_at', 'is', null)
    .$if(authorId !== undefined, (query) => query.where('reviews.author_id', '=', authorId!))
  const columns = ['reviews.created_at', 'reviews.id'] as const
  return readNewest(
    withAuthor(visibleReviews),
    columns,
    paging,
    (row) => [row.created_at, row.id],
    toReview,
    visibleReviews,
  )
}

/** Summarizes all reviews from counts that the database maintains. */
export async function summarizeReviews(db: Db): Promise<ReviewSummary> {
  const rows = await db
    .selectFrom('review_counts')
    .selectAll()
    .where('count', '>', 0)
    .orderBy('half_stars', 'desc')
    .execute()
  const ratings = rows.map((row) => ({ rating: row.half_stars / 2, count: row.count }))
  const count = ratings.reduce((sum, rated) => sum + rated.count, 0)
  const stars = ratings.reduce((sum, rated) => sum + rated.rating * rated.count, 0)
  return { count, average: count === 0 ? null : stars / count, ratings }
}

/** Finds a review, including a deleted one that can still be restored. */
export async function findReview(db: Db, id: string): Promise<Review | null> {
  const row = await withAuthor(db.selectFrom('reviews')).where('reviews.id', '=', id).executeTakeFirst()
  return row ? toReview(row) : null
}

/**
 * Updates an author's review.
 * @returns false if the review does not exist, belongs to another author, or is deleted
 */
export async function updateReview(
  db: Db,
  id: string,
  authorId: string,
  { rating, text }: ReviewText,
): Promise<boolean> {
  const result = await db
    .updateTable('reviews')
    .set({ half_stars: rating * 2, text })
    .where('id', '=', id)
    .where('author_id', '=', authorId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Hides a review until its undo expires.
 * @returns true if this call hid it
 */
export async function softDeleteReview(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('reviews')
    .set({ deleted_at: now.toISOString() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Restores a deleted review.
 * @returns false if the review was purged or is not deleted, or if its purchase now has another review
 */
export async function restoreReview(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('reviews')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reviews as other')
            .select('other.id')
            .whereRef('other.purchase_id', '=', 'reviews.purchase_id')
            .where('other.deleted_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export function purgeReviews(db: Db, before: Date) {
  return deleteRows(db.deleteFrom('reviews').where('deleted_at', '<', before.toISOString()))
}

function withAuthor(reviews: SelectQueryBuilder<Tables, 'reviews', object>) {
  return reviews
    .innerJoin('users', 'users.id', 'reviews.author_id')
    .select([
      'reviews.id',
      'reviews.author_id',
      'reviews.half_stars',
      'reviews.text',
      'reviews.created_at',
      'reviews.deleted_at',
      'reviews.car_name',
      'users.full_name',
      'users.photo_url',
      'users.email',
    ])
}

type AuthoredRow = Awaited<ReturnType<ReturnType<typeof withAuthor>['execute']>>[number]

function toReview(row: AuthoredRow): Review {
  return {
    id: row.id,
    authorId: row.author_id,
    authorName: row.full_name,
    authorPhotoURL: row.photo_url,
    authorEmail: row.email,
    rating: row.half_stars / 2,
    text: row.text,
    createdAt: row.created_at,
    carName: row.car_name,
    isDeleted: row.deleted_at !== null,
  }
}
