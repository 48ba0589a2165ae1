import { sql, type Expression, type RawBuilder } from 'kysely'

/**
 * The most recent times at which daily and weekly emails were due. Once changes were queued before such a
 * time, its email is due.
 */
export interface SendingTimes {
  daily: Date
  weekly: Date
}

/** The hour in UTC when daily and weekly emails are due: the morning in the United States. */
const HOUR = 14
/** The day of weekly emails, counted from Sunday. */
const MONDAY = 1
const DAY_MS = 24 * 3600_000

/** Returns the most recent due times of daily and weekly emails. */
export function computeSendingTimes(now: Date): SendingTimes {
  const sinceHour = (now.getTime() - HOUR * 3600_000) % DAY_MS
  const daily = new Date(now.getTime() - sinceHour)
  const sinceMonday = (daily.getUTCDay() - MONDAY + 7) % 7
  return { daily, weekly: new Date(daily.getTime() - sinceMonday * DAY_MS) }
}

/**
 * Returns SQL for whether an email of the given frequency is due.
 * @param since the time when the changes were queued
 */
export function isDue(
  every: Expression<string>,
  since: Expression<string | null>,
  { daily, weekly }: SendingTimes,
): RawBuilder<boolean> {
  return sql<boolean>`(${every} = 'immediately'
    or ${every} = 'daily' and ${since} < ${daily.toISOString()}
    or ${every} = 'weekly' and ${since} < ${weekly.toISOString()})`
}
