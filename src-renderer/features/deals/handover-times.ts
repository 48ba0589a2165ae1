import { formatDay, formatDayAndTime } from '../../../contract/dates.ts'
import type { TimeFormats } from '../../../contract/deal-next-step.ts'

const meetingTime = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Formats a time as `Sat, Nov 28, 5:00 PM PST`, in the reader's time zone. */
export function formatMeeting(at: string): string {
  return meetingTime.format(new Date(at))
}

/** The formats of a deal's times, in the reader's time zone. */
export const readerTimes: TimeFormats = {
  meeting: formatMeeting,
  day: formatDay,
  dayAndTime: formatDayAndTime,
}

/** Formats a date as the value of a date input, in the user's time zone. */
export function toDateInput(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/**
 * Converts the values of a date input and a time input, which are in the user's time zone.
 * @returns null if one of them is empty
 */
export function parseDateAndTime(date: string, time: string): Date | null {
  const moment = new Date(`${date}T${time}`)
  return date === '' || time === '' || Number.isNaN(moment.getTime()) ? null : moment
}
