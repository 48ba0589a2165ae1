const MINUTE_MS = 60_000

/** Returns the time that is the given number of days and minutes before `now`. */
export function ago(now: Date, days: number, minutes = 0): Date {
  return new Date(now.getTime() - (days * 24 * 60 + minutes) * MINUTE_MS)
}

export function minutesAfter(time: Date, minutes: number): Date {
  return new Date(time.getTime() + minutes * MINUTE_MS)
}
