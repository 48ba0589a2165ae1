import type { SellerFee } from '../../../../contract/all-in-price.ts'
import type { Feed } from '../feed.repository.ts'
import type { StockCar } from '../stock.ts'

export interface FeedHead {
  feed: Feed
  sellerName: string
  isSellerVerified: boolean
  /** The seller's fees, which the prices include. */
  fees: readonly SellerFee[]
  publicUrl: string
  /** The URL of the feed itself. */
  url: string
}

export interface Format {
  contentType: string
  extension: 'csv' | 'json'
  /** Writes the file in chunks, so that only some of the cars are in memory at a time. */
  write: (head: FeedHead, pages: AsyncIterable<readonly StockCar[]>) => AsyncIterable<string>
}

export const CSV = { contentType: 'text/csv; charset=utf-8', extension: 'csv' } as const

/** The column names, each with a function that returns the column's cell for a car. */
export type Columns = Readonly<Record<string, (car: StockCar) => string | number | null>>

export function listHeaderNames(columns: Columns): string[] {
  return Object.keys(columns)
}

export async function* buildFeedRows(
  columns: Columns,
  pages: AsyncIterable<readonly StockCar[]>,
): AsyncGenerator<string[][]> {
  const cells = Object.values(columns)
  for await (const cars of pages) yield cars.map((car) => cells.map((cell) => String(cell(car) ?? '')))
}

/**
 * Formats the price as both Google and Meta require, with an ISO 4217 currency code: `24900 USD`. Cents are
 * included only if they are not zero.
 */
export function formatFeedPrice({ car: { allInMinor } }: StockCar): string {
  if (allInMinor === null) return ''
  return `${(allInMinor / 100).toFixed(allInMinor % 100 === 0 ? 0 : 2)} USD`
}

export function formatPostedDay({ car: { postedAt } }: StockCar): string {
  return postedAt.slice(0, 10)
}
