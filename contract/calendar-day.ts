const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 21, 2026`, wherever the reader is. @param day such as `2026-11-21` */
export function formatCalendarDay(day: string): string {
  return medium.format(new Date(day))
}
