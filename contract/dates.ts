/** The spec's date text (section 3): day/month/year in UTC, without zero padding, such as `7/3/2026`. */
export function dayMonthYear(at: Date | string | number): string {
  const date = new Date(at)
  return `${date.getUTCDate()}/${date.getUTCMonth() + 1}/${date.getUTCFullYear()}`
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** `Nov 21, 2026`, where the reader is. */
export function formatDay(at: Date | string | number): string {
  return day.format(new Date(at))
}

/** `2:32 PM`, where the reader is. */
export function formatTime(at: Date | string | number): string {
  return time.format(new Date(at))
}

/** `Nov 21, 2026, 2:32 PM`, where the reader is. */
export function formatDayAndTime(at: Date | string | number): string {
  return dayAndTime.format(new Date(at))
}
