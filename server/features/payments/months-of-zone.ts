/** A month where somebody is. */
export interface ZoneMonth {
  /** `2026-11` */
  month: string
  /** The first moment of it. */
  begin: Date
}

const DAY = 86_400_000

/** The running month in that time zone and those before, oldest first. */
export function lastMonths(now: Date, timeZone: string, count: number): ZoneMonth[] {
  const clock = clockOf(timeZone)
  const [year, month] = monthBy(clock, now).split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_, index) => {
    const first = Date.UTC(year, month - count + index)
    return { month: new Date(first).toISOString().slice(0, 7), begin: beginBy(clock, first) }
  })
}

/**
 * When a month begins there. Its clocks may be put forward or back at that very moment, so that its distance from UTC
 * before and after are both tried.
 * @param first when it begins by UTC
 */
function beginBy(clock: Intl.DateTimeFormat, first: number): Date {
  const month = new Date(first).toISOString().slice(0, 7)
  const tries = [first - DAY, first + DAY]
    .map((near) => new Date(first - aheadOfUtc(clock, near)))
    .sort((a, b) => a.getTime() - b.getTime())
  return tries.find((moment) => monthBy(clock, moment) === month) ?? new Date(first)
}

function monthBy(clock: Intl.DateTimeFormat, moment: Date): string {
  return clock.format(moment).slice(0, 7)
}

/** Milliseconds. */
function aheadOfUtc(clock: Intl.DateTimeFormat, moment: number): number {
  return Date.parse(`${clock.format(moment).replace(' ', 'T')}Z`) - moment
}

/** Swedish writes `2026-11-23 05:47:07`. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
}
