import type { FeedReason } from '../../../../contract/feeds.ts'
import type { StockCar } from '../stock.ts'

/** Finds one thing that a receiver refuses; null where there is nothing. */
export type Rule = (car: StockCar, now: Date) => FeedReason | null

/** Without this a receiver takes no car. @param field the form's; null where it is about the account */
export function leftOut(field: string | null, message: string, fix: string): FeedReason {
  return { field, leavesOut: true, message, fix }
}

/** The car is in, and its receiver may refuse it or show it last. */
export function warned(field: string | null, message: string, fix: string): FeedReason {
  return { field, leavesOut: false, message, fix }
}
