import type { FeedReason } from '../../../../contract/feeds.ts'
import type { StockCar } from '../stock.ts'

/** A rule that finds a reason for which a receiver would reject a car; null if it finds none. */
export type Rule = (car: StockCar, now: Date) => FeedReason | null

/**
 * Builds the reason why a receiver does not accept a car.
 * @param field the form's field; null if the reason concerns the account
 */
export function leftOut(field: string | null, message: string, fix: string): FeedReason {
  return { field, leavesOut: true, message, fix }
}

/** Builds a warning: the car is in the feed, but its receiver may refuse it or show it last. */
export function warned(field: string | null, message: string, fix: string): FeedReason {
  return { field, leavesOut: false, message, fix }
}
