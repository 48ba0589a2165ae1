const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 21, 2026`, wherever the reader is. @param day such as `2026-11-21` */
export function formatCalendarDay(day: string): string {
  return medium.format(new Date(day))
}

/** The day that a moment is where the reader is: `2026-11-21`. */
export function calendarDayOf(at: Date): string {
  const [month, day] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${at.getFullYear()}-${month}-${day}`
}
