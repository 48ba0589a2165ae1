/** The Date header knows whole seconds, and the answer was on its way for a while. */
const BLUR_MS = 2000

let ahead = 0

/** Learns from an answer how far the server's clock is ahead of this machine's, which may be wrong. */
export function recordServerTime(headers: Headers): void {
  const difference = Date.parse(headers.get('date') ?? '') - Date.now()
  if (Math.abs(difference - ahead) > BLUR_MS) ahead = difference
}

/** Milliseconds since 1970 by the server's clock; by this machine's until an answer came. */
export function serverNow(): number {
  return Date.now() + ahead
}
