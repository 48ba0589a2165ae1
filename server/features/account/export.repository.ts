import { readShots } from '../../db/car-photos.ts'
import { listDealProblems } from '../../sale/records/deal-problem.repository.ts'
import { findPayoutAccount } from '../../sale/records/payout-account.repository.ts'
import { setImmediate as otherRequests } from 'node:timers/promises'
import { sql, type ReferenceExpression, type SelectQueryBuilder } from 'kysely'
import { fieldNames, getFieldName, type FieldName } from '../../../contract/cars/seller-fields.ts'
import { readStatedMarks } from '../../../contract/cars/marks.ts'
import { getPublicPrice } from '../../../contract/money.ts'
import type { Config } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { photosAsJson } from '../../db/engines/json.ts'
import { fromFeesColumn } from '../../db/fees-column.ts'
import type { Db } from '../../db/tables.ts'
import { toShownPhoto } from '../../gateways/images/photo-addresses.ts'
import { listSearches } from '../searches/saved-search.repository.ts'
import { toWireMarks, removeLostPhotos } from '../cars/car-marks.ts'
import { listPictureHosts } from '../imports/photo-hosts.repository.ts'
import { listSellerFees } from '../seller-fees/seller-fees.repository.ts'
import { listShortlistRows } from '../shortlist/shortlist.repository.ts'
import { findFrequency } from '../shortlist/shortlist-emails.repository.ts'
import { listChosenValues } from '../imports/import-values.repository.ts'

/** Maximum number of rows in memory. */
const PAGE = 200

type Pages = AsyncIterable<readonly object[]>

/**
 * Yields all stored data about a user as JSON, table by table and page by page. Data about other people is
 * left out: a sale includes the car and the amount, not the buyer. Emails are left out, because they repeat
 * the messages and may have gone to an email address that belonged to another user. The newsletter
 * subscription is included only if its email address is confirmed.
 */
export async function* exportUser(
  { db, config }: Pick<Context, 'db' | 'config'>,
  userId: string,
): AsyncGenerator<string> {
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
      'zip',
      'created_at as createdAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const shownProfile = {
    ...profile,
    photoURL: toShownPhoto(profile.photoURL, config),
    emailVerified: profile.emailVerified === 1,
    verified: profile.verified === 1,
  }
  yield `{"profile":${JSON.stringify(shownProfile)}`
  const newsletter = profile.emailVerified === 1 ? exportNewsletter(db, profile.email) : onePage([])
  for (const [name, pages] of Object.entries({ ...buildExportTables(db, config, userId), newsletter }))
    yield* writeTable(name, pages)
  yield '}'
}

function buildExportTables(db: Db, config: Config, userId: string): Record<string, Pages> {
  return {
    sessions: exportSessions(db, userId),
    cars: exportCars(db, config, userId),
    sellerFees: exportSellerFees(db, userId),
    shortlist: exportShortlist(db, userId),
    shortlistEmails: exportShortlistEmails(db, userId),
    purchases: exportPurchases(db, userId),
    payments: exportPayments(db, 'buyer_id', userId),
    sales: exportPayments(db, 'seller_id', userId),
    deposits: exportDeposits(db, userId),
    deals: exportDeals(db, userId),
    signatures: exportSignatures(db, userId),
    payouts: exportPayouts(db, userId),
    payoutAccount: exportPayoutAccount(db, userId),
    reports: exportReports(db, userId),
    reviews: exportReviews(db, userId),
    messages: exportMessages(db, userId),
    uploads: exportUploads(db, config, userId),
    imports: exportImports(db, userId),
    pictureHosts: exportPhotoHosts(db, userId),
    importColumns: exportImportColumns(db, userId),
    importValues: exportImportValues(db, userId),
    feeds: exportFeeds(db, userId),
    searches: exportSearches(db, userId),
    audit: exportAudit(db, userId),
  }
}

async function* writeTable(name: string, pages: Pages): AsyncGenerator<string> {
  yield `,${JSON.stringify(name)}:[`
  let isFirst = true
  for await (const rows of pages) {
    if (rows.length === 0) continue
    const items = rows.map((row) => JSON.stringify(row)).join(',')
    yield isFirst ? items : `,${items}`
    isFirst = false
    await otherRequests()
  }
  yield ']'
}

/**
 * Reads a query's results in pages, oldest first. Each page starts after the last row of the previous one.
 * @param moment the column to sort by; rows with equal values are sorted by ID
 * @param momentOf returns a row's value of `moment`
 */
async function* readExportPages<DB, TB extends keyof DB, Row extends { id: string }>(
  query: SelectQueryBuilder<DB, TB, Row>,
  moment: ReferenceExpression<DB, TB> & string,
  momentOf: (row: Row) => string | number,
): AsyncGenerator<Row[]> {
  const sorted = query.orderBy(sql.ref(moment)).orderBy(sql.ref('id')).limit(PAGE)
  for (let last: Row | undefined; ;) {
    const page = last
      ? sorted.where(sql<boolean>`(${sql.ref(moment)}, id) > (${momentOf(last)}, ${last.id})`)
      : sorted
    const rows = (await page.execute()) as Row[]
    yield rows
    if (rows.length < PAGE) return
    last = rows.at(-1)
  }
}

/** Yields a whole table as one page. A quota or limit keeps the table small. */
async function* onePage(rows: readonly object[]): AsyncGenerator<readonly object[]> {
  yield rows
}

async function* mapPages<Row>(
  pages: AsyncIterable<Row[]>,
  toItem: (row: Row) => object,
): AsyncGenerator<readonly object[]> {
  for await (const rows of pages) yield rows.map(toItem)
}

async function* exportPhotoHosts(db: Db, userId: string): AsyncGenerator<readonly object[]> {
  yield (await listPictureHosts(db, userId)).map((host) => ({ host }))
}

async function* exportSellerFees(db: Db, userId: string): AsyncGenerator<readonly object[]> {
  yield await listSellerFees(db, userId)
}

async function* exportShortlist(db: Db, userId: string): AsyncGenerator<readonly object[]> {
  yield await listShortlistRows(db, userId)
}

async function* exportShortlistEmails(db: Db, userId: string): AsyncGenerator<readonly object[]> {
  yield [{ every: await findFrequency(db, userId) }]
}

async function* exportSearches(db: Db, userId: string): AsyncGenerator<readonly object[]> {
  const searches = await listSearches(db, userId)
  yield searches.map(({ id, name, query, every, createdAt, stoppedAt }) => ({
    id,
    name,
    query,
    every,
    createdAt,
    stoppedAt,
  }))
}

async function* exportImportValues(db: Db, userId: string): AsyncGenerator<readonly object[]> {
  yield await listChosenValues(db, userId)
}

function exportSessions(db: Db, userId: string) {
  const query = db
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
  return readExportPages(query, 'created_at', (row) => row.createdAt)
}

function exportCars(db: Db, config: Config, userId: string) {
  const query = db
    .selectFrom('cars')
    .select([
      'id',
      'listed_at as listedAt',
      'elsewhere_price_minor as elsewherePriceMinor',
      'elsewhere_on as elsewhereOn',
      'elsewhere_note as elsewhereNote',
      photosAsJson.as('images'),
      'shots',
      'cleared_vin as clearedVin',
      'held_vin as heldVin',
      'state',
      'posted_at as postedAt',
      'marks as statedMarks',
    ])
    .select(fieldNames.map((name) => sql.ref(getFieldName('column', name)).as(getExportedName(name))))
    .where('seller_id', '=', userId)
  return mapPages(
    readExportPages(query, 'posted_at', (row) => row.postedAt),
    ({ statedMarks, ...row }) => {
      const images = JSON.parse(row.images) as string[]
      const shots = readShots(row.shots)
      return {
        ...row,
        images: images.map((image) => toShownPhoto(image, config)),
        shots: images.map((image) => shots[image] ?? null),
        ...toWireMarks(removeLostPhotos(readStatedMarks(statedMarks), images), config),
      }
    },
  )
}

/** Returns a field's name in the account export. Two names differ from those in the API. */
function getExportedName(name: FieldName): string {
  if (name === 'make') return 'category'
  return name === 'sellerContact' ? 'contact' : getFieldName('wire', name)
}

function exportPurchases(db: Db, userId: string) {
  const query = db
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
      'fees',
      'told_price_minor as toldPriceMinor',
      'told_price_at as toldPriceAt',
      'created_ms as purchaseTime',
      'state',
    ])
    .where('buyer_id', '=', userId)
  return mapPages(
    readExportPages(query, 'created_ms', (row) => row.purchaseTime),
    ({ price_minor: minor, sellingPrice, fees, ...row }) => ({
      ...row,
      fees: fromFeesColumn(fees),
      sellingPrice: getPublicPrice(sellingPrice, minor),
    }),
  )
}

function exportPayments(db: Db, side: 'buyer_id' | 'seller_id', userId: string) {
  const query = db
    .selectFrom('payments')
    .select([
      'id',
      'purchase_id as purchasedItemID',
      'car_id as carID',
      'car_model_name as carModelName',
      'car_name as carName',
      'intent_id as transactionID',
      'amount',
      'other_amount as otherAmount',
      'is_deposit as isDeposit',
      'currency',
      'paid_at as paidAt',
      'state',
      'refunded_amount as refundedAmount',
      'refund_reason as refundReason',
      'refunded_at as refundedAt',
    ])
    .where(side, '=', userId)
  return mapPages(
    readExportPages(query, 'paid_at', (row) => row.paidAt),
    ({ isDeposit, ...row }) => ({ ...row, isDeposit: isDeposit === 1 }),
  )
}

/** Exports the deposits that the user paid, and those for the user's cars. */
function exportDeposits(db: Db, userId: string) {
  const query = db
    .selectFrom((eb) =>
      eb
        .selectFrom('deposits')
        .selectAll()
        .select('payment_id as id')
        .where(({ or, eb: column }) =>
          or([column('buyer_id', '=', userId), column('seller_id', '=', userId)]),
        )
        .as('deposits'),
    )
    .select(['id', 'purchase_id as purchasedItemID', 'car_id as carID', 'amount', 'state'])
    .select(['reserved_until as reservedUntil', 'created_at as createdAt'])
    .select(['ended_at as endedAt', 'ended_by as endedBy'])
  return readExportPages(query, 'created_at', (row) => row.createdAt)
}

/** Exports the deals of which the user is a side, without the problems that the other side has described. */
function exportDeals(db: Db, userId: string) {
  const query = db
    .selectFrom((eb) =>
      eb
        .selectFrom('deals')
        .selectAll()
        .select('purchase_id as id')
        .where(({ or, eb: column }) =>
          or([column('buyer_id', '=', userId), column('seller_id', '=', userId)]),
        )
        .as('deals'),
    )
    .select([
      'id',
      'buyer_id',
      'state',
      'proposals',
      'handover_at as handoverAt',
      'place',
      'confirmed_at as confirmedAt',
      'confirmed_by as confirmedBy',
      'release_at as releaseAt',
      'released_at as releasedAt',
      'created_at as createdAt',
    ])
  return withOwnProblems(
    db,
    userId,
    readExportPages(query, 'created_at', (row) => row.createdAt),
  )
}

async function* withOwnProblems<Row extends { id: string; buyer_id: string; proposals: string }>(
  db: Db,
  userId: string,
  pages: AsyncIterable<Row[]>,
): AsyncGenerator<object[]> {
  for await (const rows of pages) {
    const deals: object[] = []
    for (const { id, buyer_id: buyerId, proposals, ...deal } of rows) {
      const side = buyerId === userId ? 'buyer' : 'seller'
      const problems = await listDealProblems(db, id)
      deals.push({
        purchasedItemID: id,
        side,
        ...deal,
        proposals: JSON.parse(proposals) as unknown,
        problems: problems.filter((problem) => problem.side === side),
      })
    }
    yield deals
  }
}

function exportSignatures(db: Db, userId: string) {
  const query = db
    .selectFrom('deal_signatures')
    .select(['id', 'purchase_id as purchasedItemID', 'side', 'name', 'text_version as textVersion'])
    .select(['revision', 'signed_at as signedAt'])
    .where('user_id', '=', userId)
  return readExportPages(query, 'signed_at', (row) => row.signedAt)
}

function exportPayouts(db: Db, userId: string) {
  const query = db
    .selectFrom('payouts')
    .select(['id', 'purchase_id as purchasedItemID', 'paid', 'fee', 'debt', 'amount', 'reversed', 'state'])
    .select(['failure', 'transfer_id as transferID', 'created_at as createdAt', 'sent_at as sentAt'])
    .where('seller_id', '=', userId)
  return readExportPages(query, 'created_at', (row) => row.createdAt)
}

async function* exportPayoutAccount(db: Db, userId: string): AsyncGenerator<readonly object[]> {
  const account = await findPayoutAccount(db, userId)
  yield account ? [{ accountId: account.id, state: account.state, reasons: account.reasons }] : []
}

function exportReports(db: Db, userId: string) {
  const query = db
    .selectFrom('reports')
    .select(['id', 'car_id as carID', 'reason', 'note', 'state', 'outcome', 'created_at as createdAt'])
    .where('reporter_id', '=', userId)
  return readExportPages(query, 'created_at', (row) => row.createdAt)
}

function exportReviews(db: Db, userId: string) {
  const query = db
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
  return mapPages(
    readExportPages(query, 'created_at', (row) => row.createdAt),
    ({ half_stars, ...row }) => ({ ...row, rating: half_stars / 2 }),
  )
}

function exportMessages(db: Db, userId: string) {
  const query = db
    .selectFrom('messages')
    .select(['id', 'kind', 'subject', 'body', 'link', 'created_at as createdAt', 'read_at as readAt'])
    .where('user_id', '=', userId)
  return readExportPages(query, 'created_at', (row) => row.createdAt)
}

async function* exportNewsletter(db: Db, email: string): AsyncGenerator<readonly object[]> {
  yield await db
    .selectFrom('subscribers')
    .select(['email', 'created_at as createdAt', 'confirmed_at as confirmedAt'])
    .where('email', '=', email)
    .execute()
}

function exportUploads(db: Db, config: Config, userId: string) {
  const query = db
    .selectFrom('uploads')
    .select(['id', 'url', 'width', 'height', 'bytes', 'created_at as createdAt'])
    .where('user_id', '=', userId)
  return mapPages(
    readExportPages(query, 'created_at', (row) => row.createdAt),
    (row) => ({ ...row, url: toShownPhoto(row.url, config) }),
  )
}

function exportImports(db: Db, userId: string) {
  const query = db
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
      'encoding',
      'sold',
      'mileage_unit as mileageUnit',
    ])
    .where('user_id', '=', userId)
  return readExportPages(query, 'created_at', (row) => row.createdAt)
}

async function* exportImportColumns(db: Db, userId: string): AsyncGenerator<readonly object[]> {
  yield await db
    .selectFrom('import_headers')
    .select(['header', 'field', 'chosen_at as chosenAt'])
    .where('user_id', '=', userId)
    .orderBy('header')
    .execute()
}

function exportFeeds(db: Db, userId: string) {
  const query = db
    .selectFrom('feeds')
    .select([
      'id',
      'kind',
      'created_at as createdAt',
      'fetched_at as fetchedAt',
      'fetched_cars as fetchedCars',
    ])
    .where('user_id', '=', userId)
  return readExportPages(query, 'created_at', (row) => row.createdAt)
}

function exportAudit(db: Db, userId: string) {
  const query = db
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'target', 'subject', 'detail'])
    .where('actor_id', '=', userId)
  return readExportPages(query, 'at', (row) => row.at)
}
