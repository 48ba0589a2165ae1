import type { CarChange } from '../../../contract/cars/car-changes.ts'
import { formatPriceText } from '../../../contract/cars/change-values.ts'
import { formatCount } from '../../../contract/number-format.ts'
import { formatMoney, parsePrice } from '../../../contract/money.ts'

/** An event in a car's price history, as text. */
export interface PriceStep {
  at: string
  title: string
  isListing: boolean
  difference?: { text: string; isLess: boolean }
}

/**
 * Returns the events in a car's price history, newest first.
 * @param changes newest first. Only listings and price changes count.
 */
export function listPriceSteps(changes: readonly CarChange[]): PriceStep[] {
  const steps = changes.filter(isPriceStep).toReversed()
  return steps.map((change, index) => step(change, findPrevious(change, steps[index - 1]))).toReversed()
}

/** Returns the previous event, unless it belongs to an earlier seller, whose price is irrelevant. */
function findPrevious(change: CarChange, last: CarChange | undefined): CarChange | undefined {
  return last?.earlierSeller === change.earlierSeller ? last : undefined
}

function isPriceStep({ field }: Pick<CarChange, 'field'>): boolean {
  return field === 'listed' || field === 'resellPrice'
}

function step(change: CarChange, last: CarChange | undefined): PriceStep {
  const { at, field, after } = change
  const by = differenceOf(last, after)
  const difference = by ? { text: differenceText(by), isLess: by < 0 } : undefined
  const title = describePriceStep(change, last !== undefined, by)
  return { at, title, isListing: field === 'listed', ...(difference && { difference }) }
}

/** Returns the difference in cents, or null if either value is not a price. */
function differenceOf(before: CarChange | undefined, after: CarChange['after']): number | null {
  const [was, is] = [before?.after ?? '', after].map((text) => parsePrice(String(text)))
  return typeof was === 'number' && typeof is === 'number' ? is - was : null
}

function describePriceStep(
  { field, after, earlierSeller }: CarChange,
  isLater: boolean,
  by: number | null,
): string {
  const price = formatPriceText(after)
  if (field === 'listed')
    return `${isLater ? 'Listed again' : 'Listed'} at ${price}${earlierSeller ? ' by an earlier seller' : ''}`
  if (parsePrice(price) === null) return price
  if (!by) return `Price set to ${price}`
  return `Price ${by < 0 ? 'cut' : 'raised'} to ${price}`
}

function differenceText(by: number): string {
  return `${formatMoney(Math.abs(by))} ${by < 0 ? 'less' : 'more'}`
}

const DAY = 86_400_000

/**
 * Returns a summary such as `Listed 42 days, $1,000 less since November 3`. The days and the difference count
 * from the current seller's first listing. The date is when today's price was set. Returns null for a car
 * that was never listed or was a draft first, because a draft's listing is not an event.
 */
export function formatPriceSummary(changes: readonly CarChange[], now = Date.now()): string | null {
  const steps = changes.filter((change) => isPriceStep(change) && !change.earlierSeller)
  const [newest, oldest] = [steps[0], steps.at(-1)]
  if (!newest || oldest?.field !== 'listed') return null
  const days = Math.max(0, Math.floor((now - Date.parse(oldest.at)) / DAY))
  const listed = days === 0 ? 'Listed today' : `Listed ${formatCount(days, 'day')}`
  const by = differenceOf(oldest, newest.after)
  return by ? `${listed}, ${differenceText(by)} since ${dayText(lastOther(steps, newest).at, now)}` : listed
}

/** Returns the earliest of the latest events that all have today's price. */
function lastOther(steps: readonly CarChange[], newest: CarChange): CarChange {
  const count = steps.findIndex(({ after }) => formatPriceText(after) !== formatPriceText(newest.after))
  return steps[count - 1] ?? newest
}

function dayText(at: string, now: number): string {
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', ...year }).format(new Date(at))
}
