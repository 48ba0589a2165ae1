/** Longer than anything takes that is done at a time: meanwhile nobody worked on it, as the server was gone. */
const OUTAGE_MS = 60_000

/** Since when an import has been worked on, without an outage. */
export function activeSince(
  { beganAt, progressAt }: { beganAt: string | null; progressAt: string | null },
  now: Date,
): Date {
  if (beganAt === null) return now
  const idle = progressAt === null ? 0 : now.getTime() - Date.parse(progressAt)
  return new Date(Date.parse(beganAt) + (idle < OUTAGE_MS ? 0 : idle))
}
