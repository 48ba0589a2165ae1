/**
 * Minimum idle time, in milliseconds, that counts as an outage. No single step takes that long, so the server
 * must have been down.
 */
const OUTAGE_MS = 60_000

/**
 * Returns the time since which an import has been processed without an outage; the current time if it has not
 * begun.
 */
export function activeSince(
  { beganAt, progressAt }: { beganAt: string | null; progressAt: string | null },
  now: Date,
): Date {
  if (beganAt === null) return now
  const idle = progressAt === null ? 0 : now.getTime() - Date.parse(progressAt)
  return new Date(Date.parse(beganAt) + (idle < OUTAGE_MS ? 0 : idle))
}
