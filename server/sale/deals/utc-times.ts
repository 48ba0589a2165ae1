import type { TimeFormats } from '../../../contract/deal-next-step.ts'

const day = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const
const time = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const
const days = new Intl.DateTimeFormat('en-US', day)
const meetings = new Intl.DateTimeFormat('en-US', { weekday: 'short', ...day, ...time })
const moments = new Intl.DateTimeFormat('en-US', { ...day, ...time })

/** The formats of times for a reader whose time zone is unknown, such as `Sat, Nov 28, 2026, 5:00 PM UTC`. */
export const utcTimes: TimeFormats = {
  meeting: (at) => meetings.format(new Date(at)),
  day: (at) => days.format(new Date(at)),
  dayAndTime: (at) => moments.format(new Date(at)),
}
