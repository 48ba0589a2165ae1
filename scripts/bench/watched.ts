/**
 * Entry point that runs the server as in production and monitors its main thread. A request to port
 * `WATCH_PORT` returns the measurements since the previous request.
 */
import '../../server/serve.ts'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Measurements for the thread that handles requests. */
export interface Watched {
  /**
   * Duration of the longest uninterrupted task in milliseconds. It excludes the time in which other threads
   * had the processor.
   */
  turnMs: number
  /** The longest delay of a due timer in milliseconds of wall-clock time. */
  lateMs: number
  /** Peak memory of the process, in megabytes. */
  memory: number
}

const port = process.env.WATCH_PORT
const TICK_MS = 1
const MEMORY_EVERY_MS = 50

const eventLoopDelay = monitorEventLoopDelay({ resolution: TICK_MS })
let [turnMs, memory] = [0, 0]
let workedBefore = workedMs()
eventLoopDelay.enable()

setInterval(() => {
  const worked = workedMs()
  turnMs = Math.max(turnMs, worked - workedBefore)
  workedBefore = worked
}, TICK_MS).unref()
setInterval(recordMemory, MEMORY_EVERY_MS).unref()

createServer((_req, res) => {
  recordMemory()
  const watched: Watched = { turnMs, lateMs: eventLoopDelay.max / 1e6, memory }
  res.end(JSON.stringify(watched))
  eventLoopDelay.reset()
  turnMs = memory = 0
  recordMemory()
})
  .listen(Number(port), '127.0.0.1')
  .unref()

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function recordMemory(): void {
  memory = Math.max(memory, process.memoryUsage.rss() / 2 ** 20)
}
