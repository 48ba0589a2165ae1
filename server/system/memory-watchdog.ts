import { env, kill, memoryUsage, pid } from 'node:process'
import { isMainThread, Worker } from 'node:worker_threads'

/**
 * Kills the process when its resident memory exceeds `MEMORY_LIMIT_MB`. It runs in a separate thread, which
 * busy code cannot block.
 */
const INTERVAL_MS = 100

if (isMainThread) new Worker(new URL(import.meta.url), { execArgv: [] }).unref()
else {
  const maxBytes = Number(env.MEMORY_LIMIT_MB) * 1024 * 1024
  setInterval(() => {
    if (memoryUsage.rss() > maxBytes) kill(pid, 'SIGKILL')
  }, INTERVAL_MS)
}
