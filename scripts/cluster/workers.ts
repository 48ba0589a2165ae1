import { fork, type ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { print } from '../bootstrap/print.cjs'
import { endChild } from '../lib/end-child.ts'
import { root } from '../lib/root.ts'
import { isReady } from './is-ready.ts'

/** Server processes, each on its own port. A process that exits is replaced on the same port. */
export interface Workers {
  origins: readonly string[]
  ready: Promise<void>
  close(): Promise<void>
}

const PAUSE_MS = 1_000
const CHECK_MS = 200

/**
 * Starts one server process per port.
 * @param metricsPort the first process's METRICS_PORT; the other processes use the ports after it
 */
export function startWorkers(
  ports: readonly number[],
  env: NodeJS.ProcessEnv,
  metricsPort: number | null = null,
): Workers {
  let isClosing = false
  const running = new Map<number, ChildProcess>()
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)

  function start(port: number): void {
    const child = fork(join(root, 'scripts', 'cluster', 'serve.ts'), {
      env: {
        ...env,
        PORT: String(port),
        ...(metricsPort !== null && { METRICS_PORT: String(metricsPort + ports.indexOf(port)) }),
      },
    })
    running.set(port, child)
    child.once('exit', (code, signal) => {
      running.delete(port)
      if (isClosing) return
      print(`A server process ended (${signal ?? `exit code ${code}`}). Starting another.`)
      setTimeout(() => isClosing || start(port), PAUSE_MS)
    })
  }

  async function whenReady(origin: string): Promise<void> {
    while (!isClosing && !(await isReady(origin))) await sleep(CHECK_MS)
  }

  for (const port of ports) start(port)
  return {
    origins,
    ready: Promise.all(origins.map(whenReady)).then(() => {}),
    async close() {
      isClosing = true
      await Promise.all([...running.values()].map(endChild))
    },
  }
}
