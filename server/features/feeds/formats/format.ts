import type { Feed } from '../feed.repository.ts'
import type { StockCar } from '../stock.ts'

/** What stands in a feed's head. */
export interface FeedHead {
  feed: Feed
  sellerName: string
  isSellerVerified: boolean
  publicUrl: string
  /** The feed's own. */
  url: string
}

/** How a feed is written. */
export interface Format {
  contentType: string
  extension: 'csv' | 'json'
  /** The file part by part, so that no more than some cars are in memory. */
  write: (head: FeedHead, pages: AsyncIterable<readonly StockCar[]>) => AsyncIterable<string>
}

export const CSV = { contentType: 'text/csv; charset=utf-8', extension: 'csv' } as const

/** A column's name, and its cell. */
export type Columns = Readonly<Record<string, (car: StockCar) => string | number | null>>

export function headerOf(columns: Columns): string[] {
  return Object.keys(columns)
}

export async function* rowsOf(
  columns: Columns,
  pages: AsyncIterable<readonly StockCar[]>,
): AsyncGenerator<string[][]> {
  const cells = Object.values(columns)
  for await (const cars of pages) yield cars.map((car) => cells.map((cell) => String(cell(car) ?? '')))
}

/** `24900 USD`, as both Google and Meta write a price (ISO 4217); cents where there are some. */
export function priceIn({ car: { priceMinor } }: StockCar): string {
  if (priceMinor === null) return ''
  return `${(priceMinor / 100).toFixed(priceMinor % 100 === 0 ? 0 : 2)} USD`
}

export function dayIn({ car: { postedAt } }: StockCar): string {
  return postedAt.slice(0, 10)
}
