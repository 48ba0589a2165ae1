import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Whether the server has more to do than it can. */
export interface Load {
  isTooHigh(): boolean
  close(): void
}

const LOOK_EVERY_MS = 1000
/** One long task is no overload: it takes this many looks in a row. */
const LOOKS = 2
const RESOLUTION_MS = 20

/**
 * Watches how late the event loop comes round: what is asked then waits at least so long before anybody looks at it.
 * @param limitMs in the middle of the turns between two looks
 */
export function watchLoad(limitMs = 500, lookEveryMs = LOOK_EVERY_MS): Load {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let lateLooks = 0
  const timer = setInterval(() => {
    const isLate = delay.percentile(50) / 1e6 - RESOLUTION_MS > limitMs
    lateLooks = isLate ? lateLooks + 1 : 0
    delay.reset()
  }, lookEveryMs)
  timer.unref()
  return {
    isTooHigh: () => lateLooks >= LOOKS,
    close() {
      clearInterval(timer)
      delay.disable()
    },
  }
}

/** Without limits, for tests and measurements, everything is taken on. */
export const unwatchedLoad: Load = { isTooHigh: () => false, close: () => {} }
