import { formatDayAndTime, formatTime } from '../../contract/dates.ts'

/**
 * Formats a time today as `2:32 PM`, and one on another day as `Nov 21, 2026, 2:32 PM`.
 * @param at ISO text, or ms since 1970
 */
export function formatMoment(at: string | number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? formatTime(at) : formatDayAndTime(at)
}
