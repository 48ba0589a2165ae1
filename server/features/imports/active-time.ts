/**
 * Minimum idle time, in milliseconds, that counts as an outage. No single step of an import takes that long.
 */
const OUTAGE_MS = 60_000

/**
 * Returns the time when processing began, moved forward by the duration of an outage. Returns the current
 * time if processing has not begun.
 */
export function getActiveSince(
  { beganAt, progressAt }: { beganAt: string | null; progressAt: string | null },
  now: Date,
): Date {
  if (beganAt === null) return now
  const idle = progressAt === null ? 0 : now.getTime() - Date.parse(progressAt)
  return new Date(Date.parse(beganAt) + (idle < OUTAGE_MS ? 0 : idle))
}
