/** As the IANA calls it; undefined where the system doesn't know. */
export function timeZoneHere(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string }
  return timeZone === 'Etc/Unknown' ? undefined : timeZone
}
