import { formatDay, formatDayAndTime } from '../../../contract/dates.ts'

interface DateTextProps {
  /** An ISO string, or milliseconds since 1970. */
  at: string | number
  hasTime?: boolean
}

/** Shows a date, optionally with the time, in the reader's time zone. */
export function DateText({ at, hasTime = false }: DateTextProps) {
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
      {hasTime ? formatDayAndTime(at) : formatDay(at)}
    </time>
  )
}
