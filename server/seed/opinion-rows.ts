import { carName } from '../../contract/car-name.ts'
import type { Row } from '../db/tables.ts'
import { ago } from './ago.ts'
import { demoCars } from './catalogue.ts'
import type { DemoReport, DemoReview } from './demo-activity.ts'
import { userId } from './people-rows.ts'
import { carId, purchaseId } from './sale-rows.ts'
import { seededId } from './random.ts'

export function toReportRow(demo: DemoReport, now: Date): Row<'reports'> {
  const car = demoCars[demo.car]!
  const reporterId = userId(demo.reporterEmail)
  return {
    id: seededId('report', reporterId, carId(demo.car)),
    reporter_id: reporterId,
    car_id: carId(demo.car),
    seller_id: userId(car.sellerEmail),
    item_id: carId(demo.car),
    snapshot: JSON.stringify({
      modelName: car.modelName,
      carName: carName(car),
      resellPrice: car.resellPrice,
      image_url: car.images[0] ?? '',
    }),
    reason: demo.reason,
    note: demo.note,
    state: demo.state,
    outcome: demo.outcome,
    created_at: ago(now, demo.daysAgo).toISOString(),
    deleted_at: null,
  }
}

/** @param index its place in the table: an author may say the same twice. */
export function toReviewRow(demo: DemoReview, index: number, now: Date): Row<'reviews'> {
  return {
    id: seededId('review', demo.reviewerEmail, index),
    author_id: userId(demo.reviewerEmail),
    half_stars: demo.rating * 2,
    text: demo.reviewText,
    created_at: ago(now, demo.daysAgo, index).toISOString(),
    deleted_at: null,
    idempotency_key: null,
    idempotency_digest: null,
    purchase_id: demo.car === null ? null : purchaseId(demo.reviewerEmail, demo.car),
    car_name: demo.car === null ? null : carName(demoCars[demo.car]!),
  }
}
