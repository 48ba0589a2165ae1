/**
 * Formats a date as the product specification requires (section 3): day/month/year in UTC, without leading
 * zeros, such as `7/3/2026`.
 */
export function formatDayMonthYear(at: Date | string | number): string {
  const date = new Date(at)
  return `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()}`
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const monthAndDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Formats a date as `Nov 21, 2026`, in the reader's time zone. */
export function formatDay(at: Date | string | number): string {
  return day.format(new Date(at))
}

/** Formats a date as `Nov 21`, in the reader's time zone. */
export function formatMonthAndDay(at: Date | string | number): string {
  return monthAndDay.format(new Date(at))
}

/** Formats a time as `2:32 PM`, in the reader's time zone. */
export function formatTime(at: Date | string | number): string {
  return time.format(new Date(at))
}

/** Formats a date and time as `Nov 21, 2026, 2:32 PM`, in the reader's time zone. */
export function formatDayAndTime(at: Date | string | number): string {
  return dayAndTime.format(new Date(at))
}

const daysAgo = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })
const DAY = 86_400_000

/**
 * Returns `today`, `yesterday`, `5 days ago`, or `3 weeks ago`, counted in calendar days of the reader's time
 * zone. A time in the future is shown as `today`.
 */
export function formatDaysAgo(at: Date | string | number, now: Date | number = Date.now()): string {
  const days = countDaysBetween(at, now)
  if (days < 14) return daysAgo.format(-days, 'day')
  if (days < 60) return daysAgo.format(-Math.floor(days / 7), 'week')
  return days < 730
    ? daysAgo.format(-Math.floor(days / 30.5), 'month')
    : daysAgo.format(-Math.floor(days / 365.25), 'year')
}

/** Counts calendar days in the reader's time zone. Returns 0 if the first time is not earlier. */
export function countDaysBetween(at: Date | string | number, now: Date | number): number {
  return Math.max(0, Math.round((startOfDay(now) - startOfDay(at)) / DAY))
}

function startOfDay(at: Date | string | number): number {
  return new Date(at).setHours(0, 0, 0, 0)
}
