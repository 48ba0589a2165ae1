const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/**
 * Formats a day as `Nov 21, 2026`, regardless of the reader's time zone.
 * @param day such as `2026-11-21`
 */
export function formatCalendarDay(day: string): string {
  return medium.format(new Date(day))
}

export const ENTER_DAY = 'Enter a date, such as 2026-11-22.'

/** Reports whether a day such as `2026-02-30` exists. */
export function isCalendarDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** Returns the UTC day of a timestamp, such as `2026-11-21`. */
export function getUtcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}

/** The time difference from UTC to Kiribati, where each day begins first: 14 hours, in milliseconds. */
const FURTHEST_EAST_MS = 14 * 3_600_000

/** Reports whether a day has not begun in any time zone. */
export function isFutureDay(day: string, now: Date): boolean {
  return day > getUtcDay(new Date(now.getTime() + FURTHEST_EAST_MS))
}

/** Returns the calendar day of a timestamp in the reader's time zone, such as `2026-11-21`. */
export function getLocalDay(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${at.getFullYear()}-${month}-${day}`
}
