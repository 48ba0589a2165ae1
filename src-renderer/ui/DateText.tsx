const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

interface DateTextProps {
  /** ISO text, or milliseconds since 1970. */
  at: string | number
  hasTime?: boolean
}

/** A moment in the reader's own time zone. */
export function DateText({ at, hasTime = false }: DateTextProps) {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} className="whitespace-nowrap">
      {(hasTime ? minute : day).format(date)}
    </time>
  )
}
