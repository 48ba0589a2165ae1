import type { SelectQueryBuilder } from 'kysely'
import { MAX_CHARGE_CENTS, MIN_CHARGE_CENTS } from '../../../contract/money.ts'
import { openPurchaseStates } from '../../../contract/purchases.ts'
import { firstPhoto } from '../../db/car-photos.ts'
import type { Db, ReportsTable, Tables } from '../../db/tables.ts'
import { newId } from '../../db/id.ts'
import { formatCarRowName } from '../cars/car.row.ts'
import { deleteRows } from '../../db/delete-rows.ts'

/** A reported item, with its details at the time of the report. */
export interface ReportedItem {
  /** The ID of the car or of the reporter's own purchase. */
  id: string
  carId: string
  sellerId: string
  modelName: string
  carName: string
  priceText: string
  imageUrl: string
}

export interface Report {
  id: string
  /**
   * The reported item. Its details are those at the time of the report, but the seller's email address and
   * `isSold` are current.
   */
  item: Omit<ReportedItem, 'sellerId'> & {
    sellerEmail: string
    isSellerEmailVerified: boolean
    isSold: boolean
  }
  reporterEmail: string
  reporterName: string
  reason: ReportsTable['reason']
  note: string
  state: ReportsTable['state']
  outcome: string
  createdAt: string
  /** ID of the reporter's own unpaid purchase of that car, or null if it can't be paid now. */
  unpaidPurchaseId: string | null
}

/**
 * Finds the car or the reporter's own purchase with that ID.
 * @returns null for a car that is off the market or another buyer's purchase
 */
export async function findReportedItem(db: Db, id: string, reporterId: string): Promise<ReportedItem | null> {
  const car = await db
    .selectFrom('cars')
    .select([
      'id',
      'seller_id',
      'year',
      'category_name',
      'model_name',
      'resell_price',
      firstPhoto.as('picture'),
    ])
    .where('id', '=', id)
    .where('state', 'in', ['instock', 'reserved', 'sold', 'sold-elsewhere'])
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  if (car) return toItem({ ...car, item_id: id, car_name: formatCarRowName(car) })
  const purchased = await db
    .selectFrom('purchases')
    .innerJoin('cars', 'cars.id', 'purchases.car_id')
    .select([
      'cars.id',
      'cars.seller_id',
      'purchases.car_model_name as model_name',
      'purchases.car_name',
      'purchases.price_text as resell_price',
      firstPhoto.as('picture'),
    ])
    .where('purchases.id', '=', id)
    .where('purchases.buyer_id', '=', reporterId)
    .where('purchases.state', '<>', 'removed')
    .executeTakeFirst()
  return purchased ? toItem({ ...purchased, item_id: id }) : null
}

/**
 * Inserts a report.
 * @returns the report's ID; if the reporter has already reported this item, the ID of the first report
 */
export async function insertReport(
  db: Db,
  reporterId: string,
  item: ReportedItem,
  details: { reason: ReportsTable['reason']; note: string },
  now: Date,
): Promise<string> {
  const id = newId()
  const { modelName, carName, priceText, imageUrl } = item
  const snapshot: Snapshot = { modelName, carName, resellPrice: priceText, image_url: imageUrl }
  const result = await db
    .insertInto('reports')
    .values({
      id,
      reporter_id: reporterId,
      car_id: item.carId,
      seller_id: item.sellerId,
      item_id: item.id,
      snapshot: JSON.stringify(snapshot),
      reason: details.reason,
      note: details.note,
      state: 'open',
      outcome: '',
      created_at: now.toISOString(),
    })
    .onConflict((conflict) =>
      conflict.columns(['reporter_id', 'item_id']).where('deleted_at', 'is', null).doNothing(),
    )
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows === 1n) return id
  const first = await db
    .selectFrom('reports')
    .select('id')
    .where('reporter_id', '=', reporterId)
    .where('item_id', '=', item.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return first.id
}

/** Finds a report's owner and car, including a deleted report that can still be restored. */
export async function findReport(
  db: Db,
  id: string,
): Promise<{ reporterId: string; carId: string; carName: string; isDeleted: boolean } | null> {
  const row = await db
    .selectFrom('reports')
    .select(['reporter_id', 'car_id', 'snapshot', 'deleted_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { carName } = JSON.parse(row.snapshot) as Snapshot
  return { reporterId: row.reporter_id, carId: row.car_id, carName, isDeleted: row.deleted_at !== null }
}

/**
 * Records the decision on a report.
 * @returns true if the decision changed
 */
export async function setDecision(
  db: Db,
  id: string,
  { state, outcome }: { state: ReportsTable['state']; outcome: string },
): Promise<boolean> {
  const result = await db
    .updateTable('reports')
    .set({ state, outcome })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('state', '<>', state), where('outcome', '<>', outcome)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Hides a report until its undo expires.
 * @returns true if this call hid it
 */
export async function softDeleteReport(db: Db, id: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('reports')
    .set({ deleted_at: now.toISOString() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Restores a deleted report.
 * @returns false if the report was purged or is not deleted, or if the reporter has since reported the item
 * again
 */
export async function restoreReport(db: Db, id: string): Promise<boolean> {
  const result = await db
    .updateTable('reports')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('reports as newer')
            .select('newer.id')
            .whereRef('newer.reporter_id', '=', 'reports.reporter_id')
            .whereRef('newer.item_id', '=', 'reports.item_id')
            .where('newer.deleted_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export function purgeReports(db: Db, before: Date) {
  return deleteRows(db.deleteFrom('reports').where('deleted_at', '<', before.toISOString()))
}

/** The reported item's details as stored in the database. */
interface Snapshot {
  modelName: string
  carName: string
  resellPrice: string
  image_url: string
}

export function joinReportDetails(reports: SelectQueryBuilder<Tables, 'reports', object>) {
  return reports
    .innerJoin('cars', 'cars.id', 'reports.car_id')
    .innerJoin('users as seller', 'seller.id', 'reports.seller_id')
    .innerJoin('users as reporter', 'reporter.id', 'reports.reporter_id')
    .leftJoin('purchases as unpaid', (join) =>
      join
        .onRef('unpaid.buyer_id', '=', 'reports.reporter_id')
        .onRef('unpaid.car_id', '=', 'reports.car_id')
        .on('unpaid.state', 'in', openPurchaseStates)
        .on('cars.state', 'in', ['instock', 'reserved'])
        .on('cars.all_in_minor', '>=', MIN_CHARGE_CENTS)
        .on('cars.all_in_minor', '<=', MAX_CHARGE_CENTS),
    )
    .selectAll('reports')
    .select([
      'cars.state as car_state',
      'seller.email as seller_email',
      'seller.email_verified as seller_email_verified',
      'reporter.email as reporter_email',
      'reporter.full_name as reporter_name',
      'unpaid.id as unpaid_id',
    ])
}

type DetailedRow = Awaited<ReturnType<ReturnType<typeof joinReportDetails>['execute']>>[number]

export function toReport(row: DetailedRow): Report {
  const snapshot = JSON.parse(row.snapshot) as Snapshot
  return {
    id: row.id,
    item: {
      id: row.item_id,
      carId: row.car_id,
      modelName: snapshot.modelName,
      carName: snapshot.carName,
      priceText: snapshot.resellPrice,
      imageUrl: snapshot.image_url,
      sellerEmail: row.seller_email,
      isSellerEmailVerified: row.seller_email_verified === 1,
      isSold: row.car_state === 'sold',
    },
    reporterEmail: row.reporter_email,
    reporterName: row.reporter_name,
    reason: row.reason,
    note: row.note,
    state: row.state,
    outcome: row.outcome,
    createdAt: row.created_at,
    unpaidPurchaseId: row.unpaid_id,
  }
}

function toItem(row: {
  item_id: string
  id: string
  seller_id: string
  model_name: string
  car_name: string
  resell_price: string
  picture: string
}): ReportedItem {
  return {
    id: row.item_id,
    carId: row.id,
    sellerId: row.seller_id,
    modelName: row.model_name,
    carName: row.car_name,
    priceText: row.resell_price,
    imageUrl: row.picture,
  }
}
