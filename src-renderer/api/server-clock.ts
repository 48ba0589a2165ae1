/** Tolerance in milliseconds: the Date header is in whole seconds, and the response takes time to arrive. */
const BLUR_MS = 2000

let offsetMs = 0

/** Records how far the server's clock is ahead of this device's clock, which may be wrong. */
export function recordServerTime(headers: Headers): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now()
  if (Math.abs(difference - offsetMs) > BLUR_MS) offsetMs = difference
}

/**
 * Returns the current time in milliseconds since 1970 by the server's clock, or by the device's clock until
 * the first response.
 */
export function getServerTime(): number {
  return Date.now() + offsetMs
}
