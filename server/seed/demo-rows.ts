import { buildCarName } from '../../contract/cars/car-name.ts'
import { pages } from '../../contract/pages.ts'
import { nextStockNumber } from '../../contract/cars/stock-numbers.ts'
import type { Row } from '../db/tables.ts'
import { subtractDays } from './time-offsets.ts'
import { toCarRow, toPhotoRows, type CarRow } from './car-row.ts'
import { demoCars } from './catalog.ts'
import { buildDemoFacts } from './demo-facts.ts'
import { demoPurchases, demoReports, demoReviews, type DemoReport, type DemoReview } from './demo-activity.ts'
import { demoPeople, type DemoPerson } from './demo-people.ts'
import { stockRows } from './demo-stock.ts'
import { toMessageRow } from './message-row.ts'
import { toUserRow, userId } from './people-rows.ts'
import { createSeededId } from './random.ts'
import {
  carId,
  toOrder,
  toPurchaseRow,
  toSaleRows,
  purchaseId,
  type Charge,
  type Order,
} from './sale-rows.ts'

/** The demo data's rows, in an order that satisfies foreign keys. */
export interface DemoRows {
  users: Row<'users'>[]
  cars: CarRow[]
  pictures: Row<'car_pictures'>[]
  purchases: Row<'purchases'>[]
  attempts: Row<'attempts'>[]
  payments: Row<'payments'>[]
  reports: Row<'reports'>[]
  reviews: Row<'reviews'>[]
  messages: Row<'messages'>[]
}

/**
 * Returns the orders for the paid demo purchases. They must be paid in Stripe before those purchases are
 * inserted.
 */
export function demoOrders(now: Date): Order[] {
  return paidPurchases(demoPurchases.map((demo) => toPurchaseRow(demo, now))).map(toOrder)
}

/**
 * Builds the demo data's rows, whose IDs are always the same.
 * @param uids the account IDs at the identity provider, by email address
 * @param charges the Stripe payments, by paid purchase
 */
export function demoRows(
  now: Date,
  uids: ReadonlyMap<string, string>,
  charges: ReadonlyMap<string, Charge>,
  reservationSeconds: number,
): DemoRows {
  const purchases = demoPurchases.map((demo) => toPurchaseRow(demo, now))
  const paidRows = paidPurchases(purchases)
  const soldCarIds = new Set(paidRows.map((purchase) => purchase.car_id))
  const sales = paidRows.map((purchase) =>
    toSaleRows(purchase, charges.get(purchase.id)!, reservationSeconds),
  )
  const stock = stockRows(now)
  return {
    users: demoPeople.map((person) => toUserRow(person, uids.get(person.email)!, now)),
    cars: withStockNumbers([
      ...demoCars.map((car, index) => {
        const id = carId(index)
        // The times differ by minutes, so that cars posted on the same day have a defined order.
        const postedAt = subtractDays(now, car.postedDaysAgo, index)
        const listing = { id, sellerId: userId(car.sellerEmail), postedAt }
        const row = toCarRow(car, listing, buildDemoFacts(car, index))
        return soldCarIds.has(id) ? { ...row, state: 'sold' as const, featured_at: null } : row
      }),
      ...stock.cars,
    ]),
    pictures: [...demoCars.flatMap((car, index) => toPhotoRows(car, carId(index))), ...stock.pictures],
    purchases,
    attempts: sales.map(({ attempt }) => attempt),
    payments: sales.map(({ payment }) => payment),
    reports: demoReports.map((demo) => toReportRow(demo, now)),
    reviews: demoReviews.map((demo, index) => toReviewRow(demo, index, now)),
    messages: [
      ...demoPeople.filter((person) => person.verified).map((person) => buildVerifiedMessage(person, now)),
      ...sales.flatMap(({ messages }) => messages),
    ],
  }
}

function paidPurchases(purchases: Row<'purchases'>[]): Row<'purchases'>[] {
  return purchases.filter((purchase) => purchase.state === 'paid')
}

/** Builds the message about a seller's verification, read on the day after the seller joined. */
function buildVerifiedMessage(person: DemoPerson, now: Date): Row<'messages'> {
  const sentAt = subtractDays(now, person.joinedDaysAgo - 1)
  const notice = {
    userId: userId(person.email),
    kind: 'verified' as const,
    subject: 'You’re now a verified seller',
    body: 'Buyers see the Verified badge next to your name on every car you list.',
    link: pages.account.path,
  }
  return { ...toMessageRow(notice, sentAt), read_at: sentAt.toISOString() }
}

/** The sellers who number their cars, with the stock number of each one's oldest car. */
const numbering: readonly [mailbox: string, first: string][] = [
  ['dealer', 'H1001'],
  ['northgate', '24-001'],
  ['voltyard', 'V300'],
]

function withStockNumbers(cars: readonly CarRow[]): CarRow[] {
  const numbers = new Map<string, string>()
  for (const [mailbox, first] of numbering) {
    const sellerCars = cars.filter(({ seller_id }) => seller_id === userId(`${mailbox}@kerblight.test`))
    let next = first
    for (const { id } of sellerCars.toSorted((a, b) => (a.posted_at < b.posted_at ? -1 : 1))) {
      numbers.set(id, next)
      next = nextStockNumber(next)
    }
  }
  return cars.map((car) => ({ ...car, stock_no: numbers.get(car.id) ?? null }))
}

function toReportRow(demo: DemoReport, now: Date): Row<'reports'> {
  const car = demoCars[demo.car]!
  const reporterId = userId(demo.reporterEmail)
  return {
    id: createSeededId('report', reporterId, carId(demo.car)),
    reporter_id: reporterId,
    car_id: carId(demo.car),
    seller_id: userId(car.sellerEmail),
    item_id: carId(demo.car),
    snapshot: JSON.stringify({
      modelName: car.modelName,
      carName: buildCarName(car),
      resellPrice: car.resellPrice,
      image_url: car.images[0] ?? '',
    }),
    reason: demo.reason,
    note: demo.note,
    state: demo.state,
    outcome: demo.outcome,
    created_at: subtractDays(now, demo.daysAgo).toISOString(),
    deleted_at: null,
  }
}

/**
 * Builds the row of a demo review.
 * @param index the review's index, which makes the ID unique if an author writes the same text twice
 */
function toReviewRow(demo: DemoReview, index: number, now: Date): Row<'reviews'> {
  return {
    id: createSeededId('review', demo.reviewerEmail, index),
    author_id: userId(demo.reviewerEmail),
    half_stars: demo.rating * 2,
    text: demo.reviewText,
    created_at: subtractDays(now, demo.daysAgo, index).toISOString(),
    deleted_at: null,
    idempotency_key: null,
    idempotency_digest: null,
    purchase_id: demo.car === null ? null : purchaseId(demo.reviewerEmail, demo.car),
    car_name: demo.car === null ? null : buildCarName(demoCars[demo.car]!),
  }
}
