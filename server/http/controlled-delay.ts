/** When a request has waited too long to be worth an answer. Moments and spans in milliseconds. */
export interface ControlledDelay {
  /** Nothing waits. */
  noteEmpty(now: number): void
  isTooLate(arrivedAt: number, now: number): boolean
}

/** So long a queue may stand without being empty once: a burst, or one long task, is no overload. */
const INTERVAL_MS = 500
/** Longer nobody waits in one that stands. Every answer after this would be a late one, forever. */
const TARGET_MS = 250

/**
 * CoDel (Nichols and Jacobson, 2012; RFC 8289) as servers apply it to requests (Maurer, "Fail at Scale", ACM Queue 13.8,
 * 2015): a queue that was empty a moment ago only evens out arrivals; one that has not been for an interval is as long
 * as it is because more comes in than goes out, and only refusing makes it shorter.
 */
export function createControlledDelay(intervalMs = INTERVAL_MS, targetMs = TARGET_MS): ControlledDelay {
  let emptyAt = -Infinity
  return {
    noteEmpty(now) {
      emptyAt = now
    },
    isTooLate: (arrivedAt, now) => now - emptyAt > intervalMs && now - arrivedAt > targetMs,
  }
}
