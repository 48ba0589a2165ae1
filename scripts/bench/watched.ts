/**
 * The server as it is run, with a watch on its thread. On port `WATCH_PORT` it answers what that was
 * since it was asked last.
 */
import '../../server/serve.ts'
import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Of the thread that answers requests. */
export interface Watched {
  /** The most that it worked in one go, without the time in which others had the processor; milliseconds. */
  turnMs: number
  /** The latest that it came to what was due, as the clock on the wall has it; milliseconds. */
  lateMs: number
  /** The process's memory at its largest, in megabytes. */
  memory: number
}

const port = process.env.WATCH_PORT
const TICK_MS = 1
const MEMORY_EVERY_MS = 50

const late = monitorEventLoopDelay({ resolution: TICK_MS })
let [turnMs, memory] = [0, 0]
let before = workedMs()
late.enable()

setInterval(() => {
  const worked = workedMs()
  turnMs = Math.max(turnMs, worked - before)
  before = worked
}, TICK_MS).unref()
setInterval(recordMemory, MEMORY_EVERY_MS).unref()

createServer((_req, res) => {
  recordMemory()
  const watched: Watched = { turnMs, lateMs: late.max / 1e6, memory }
  res.end(JSON.stringify(watched))
  late.reset()
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
