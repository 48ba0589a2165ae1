const MINUTE_MS = 60_000

export function subtractDays(now: Date, days: number, minutes = 0): Date {
  return new Date(now.getTime() - (days * 24 * 60 + minutes) * MINUTE_MS)
}

export function addMinutes(time: Date, minutes: number): Date {
  return new Date(time.getTime() + minutes * MINUTE_MS)
}
