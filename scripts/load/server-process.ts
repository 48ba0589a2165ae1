import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expected, say } from '../bootstrap/say.cjs'
import { root } from '../lib/root.ts'

export interface ServerProcess {
  stop(): Promise<void>
}

const START_ATTEMPTS = 240

/** The server alone, on the first core, and this process, which is to send, on the second. */
export async function startServerProcess(port: number, env: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  process.once('exit', () => child.kill('SIGKILL'))
  if (!(isPinned(child.pid!, 0) && isPinned(process.pid, 1)))
    say('This machine has one core, or no taskset: the client takes time from the server.')
  if (await isReady(child, port)) return { stop }
  await stop()
  throw expected(`Kerblight did not start on port ${port}. Choose another with BENCH_PORT.`)
}

/** taskset is Linux' (util-linux). */
function isPinned(pid: number, core: number): boolean {
  if (availableParallelism() < 2) return false
  try {
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function isReady(child: ChildProcess, port: number): Promise<boolean> {
  for (let attempt = 0; attempt < START_ATTEMPTS && child.exitCode === null; attempt++) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/readyz`).catch(() => null)
    if (answer?.ok) return true
    await sleep(250)
  }
  return false
}
