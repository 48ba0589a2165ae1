import { formatDayAndTime, formatTime } from '../../contract/dates.ts'

/**
 * Formats a time of today as `2:32 PM`, and others as `Nov 21, 2026, 2:32 PM`.
 * @param at an ISO string, or ms since 1970
 */
export function formatMoment(at: string | number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? formatTime(at) : formatDayAndTime(at)
}
