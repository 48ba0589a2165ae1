import type { FeedReason } from '../../../../contract/feeds.ts'
import type { StockCar } from '../stock.ts'

/** Returns the reason why a receiver would reject a car, or null if the car passes. */
export type Rule = (car: StockCar, now: Date) => FeedReason | null

/**
 * Builds the reason why a receiver does not accept a car.
 * @param field the form field, or null if the reason concerns the account
 */
export function createExclusion(field: string | null, message: string, fix: string): FeedReason {
  return { field, leavesOut: true, message, fix }
}

/** Builds a warning: the car is in the feed, but its receiver may refuse it or show it last. */
export function createWarning(field: string | null, message: string, fix: string): FeedReason {
  return { field, leavesOut: false, message, fix }
}
