import * as z from 'zod'

const WANTED = 'Send a time zone, such as America/New_York.'

/** Where somebody's days and months begin, as the IANA calls it; UTC where nobody says. */
export const timeZone = z.string(WANTED).max(64, WANTED).refine(isTimeZone, WANTED).default('UTC')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== undefined
  } catch {
    return false
  }
}
