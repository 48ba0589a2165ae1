import { choiceNames } from '../../../contract/car-choices.ts'
import { numberNames } from '../../../contract/car-numbers.ts'
import { textNames } from '../../../contract/car-texts.ts'
import { publicPrice } from '../../../contract/money.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { picturesAsJson } from '../../db/engines/json.ts'
import type { Db } from '../../db/tables.ts'
import { shownPicture } from '../../picture-addresses.ts'
import { listPictureHosts } from '../imports/picture-hosts.repository.ts'
import { listChosenValues } from '../imports/import-values.repository.ts'

/**
 * Everything stored about a user, table by table, for them to keep. Of other people it holds nothing: a sale names
 * the car and the sum, not the buyer. Mails are not listed: they repeat the messages, and the address they went to may
 * have been somebody else's then. An address that is not proven may be somebody else's now, and so its newsletter.
 */
export async function exportUser(
  { db, config }: Pick<Context, 'db' | 'config'>,
  userId: string,
): Promise<Record<string, unknown>> {
  const profile = await db
    .selectFrom('users')
    .select([
      'id',
      'uid',
      'email',
      'email_verified as emailVerified',
      'full_name as fullName',
      'photo_url as photoURL',
      'account',
      'role',
      'verified',
      'created_at as createdAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    profile: {
      ...profile,
      photoURL: shownPicture(profile.photoURL, config),
      emailVerified: profile.emailVerified === 1,
      verified: profile.verified === 1,
    },
    sessions: await exportSessions(db, userId),
    cars: await exportCars(db, config, userId),
    purchases: await exportPurchases(db, userId),
    payments: await exportPayments(db, 'buyer_id', userId),
    sales: await exportPayments(db, 'seller_id', userId),
    reports: await exportReports(db, userId),
    reviews: await exportReviews(db, userId),
    messages: await exportMessages(db, userId),
    newsletter: profile.emailVerified === 1 ? await exportNewsletter(db, profile.email) : [],
    uploads: await exportUploads(db, config, userId),
    imports: await exportImports(db, userId),
    pictureHosts: (await listPictureHosts(db, userId)).map((host) => ({ host })),
    importColumns: await exportImportColumns(db, userId),
    importValues: await listChosenValues(db, userId),
    feeds: await exportFeeds(db, userId),
    audit: await exportAudit(db, userId),
  }
}

function exportSessions(db: Db, userId: string) {
  return db
    .selectFrom('sessions')
    .select([
      'id',
      'client',
      'user_agent as userAgent',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

async function exportCars(db: Db, config: Config, userId: string) {
  const rows = await db
    .selectFrom('cars')
    .select([
      'id',
      'category_name as category',
      'model_name as modelName',
      'model',
      'description',
      'location',
      'contact',
      'usage_time as usageTime',
      'original_price as originalPrice',
      'resell_price as resellPrice',
      'listed_at as listedAt',
      'elsewhere_price_minor as elsewherePriceMinor',
      'elsewhere_on as elsewhereOn',
      'elsewhere_note as elsewhereNote',
      'no_vin_reason as noVinReason',
      picturesAsJson.as('images'),
      'vin',
      'stock_no as stockNo',
      'cleared_vin as clearedVin',
      'held_vin as heldVin',
      ...numberNames,
      'mileage_unit as mileageUnit',
      ...choiceNames,
      ...textNames,
      'state',
      'posted_at as postedAt',
    ])
    .where('seller_id', '=', userId)
    .orderBy('posted_at')
    .execute()
  return rows.map((row) => ({
    ...row,
    images: (JSON.parse(row.images) as string[]).map((image) => shownPicture(image, config)),
  }))
}

async function exportPurchases(db: Db, userId: string) {
  const rows = await db
    .selectFrom('purchases')
    .select([
      'id',
      'car_id as carID',
      'car_model_name as carModelName',
      'car_name as carName',
      'buyer_name as buyerName',
      'buyer_contact as buyerContact',
      'meeting_place as meetingPlace',
      'price_text as sellingPrice',
      'price_minor',
      'created_ms as purchaseTime',
      'state',
    ])
    .where('buyer_id', '=', userId)
    .orderBy('created_ms')
    .execute()
  return rows.map(({ price_minor: minor, sellingPrice, ...row }) => ({
    ...row,
    sellingPrice: publicPrice(sellingPrice, minor),
  }))
}

function exportPayments(db: Db, side: 'buyer_id' | 'seller_id', userId: string) {
  return db
    .selectFrom('payments')
    .select([
      'id',
      'purchase_id as purchasedItemID',
      'car_id as carID',
      'car_model_name as carModelName',
      'car_name as carName',
      'intent_id as transactionID',
      'amount',
      'currency',
      'paid_at as paidAt',
      'state',
      'refunded_amount as refundedAmount',
      'refund_reason as refundReason',
      'refunded_at as refundedAt',
    ])
    .where(side, '=', userId)
    .orderBy('paid_at')
    .execute()
}

function exportReports(db: Db, userId: string) {
  return db
    .selectFrom('reports')
    .select(['id', 'car_id as carID', 'reason', 'note', 'state', 'outcome', 'created_at as createdAt'])
    .where('reporter_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

async function exportReviews(db: Db, userId: string) {
  const rows = await db
    .selectFrom('reviews')
    .select([
      'id',
      'purchase_id as purchasedItemID',
      'car_name as carName',
      'half_stars',
      'text',
      'created_at as createdAt',
    ])
    .where('author_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map(({ half_stars, ...row }) => ({ ...row, rating: half_stars / 2 }))
}

function exportMessages(db: Db, userId: string) {
  return db
    .selectFrom('messages')
    .select(['id', 'kind', 'subject', 'body', 'link', 'created_at as createdAt', 'read_at as readAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

function exportNewsletter(db: Db, email: string) {
  return db
    .selectFrom('subscribers')
    .select(['email', 'created_at as createdAt', 'confirmed_at as confirmedAt'])
    .where('email', '=', email)
    .execute()
}

async function exportUploads(db: Db, config: Config, userId: string) {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'url', 'width', 'height', 'bytes', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({ ...row, url: shownPicture(row.url, config) }))
}

function exportImports(db: Db, userId: string) {
  return db
    .selectFrom('imports')
    .select([
      'id',
      'file_name as fileName',
      'created_at as createdAt',
      'state',
      'message',
      'note',
      'missing',
      'applying_at as applyingAt',
      'began_at as beganAt',
      'progress_at as progressAt',
      'picturing_at as picturingAt',
      'total',
      'change_set as changeSet',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

function exportImportColumns(db: Db, userId: string) {
  return db
    .selectFrom('import_headers')
    .select(['header', 'field', 'chosen_at as chosenAt'])
    .where('user_id', '=', userId)
    .orderBy('header')
    .execute()
}

function exportFeeds(db: Db, userId: string) {
  return db
    .selectFrom('feeds')
    .select([
      'id',
      'kind',
      'created_at as createdAt',
      'fetched_at as fetchedAt',
      'fetched_cars as fetchedCars',
    ])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
}

function exportAudit(db: Db, userId: string) {
  return db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'target', 'subject', 'detail'])
    .where('actor_id', '=', userId)
    .orderBy('at')
    .execute()
}
