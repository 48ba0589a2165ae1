import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expected } from '../bootstrap/print.cjs'
import { root } from '../lib/root.ts'

/** A Kerblight server process that listens on a port. */
export interface ServerProcess {
  port: number
  pid: number
  /** Time from the process's start to its first response, in milliseconds. */
  startMs: number
  /**
   * Returns the memory that the process uses, in megabytes and without its children. Returns undefined if the
   * operating system does not report it.
   */
  memory(): number | undefined
  /**
   * Returns the total CPU time of the process's threads so far in seconds. Returns undefined if the operating
   * system does not report it.
   */
  cpuSeconds(): number | undefined
  stop(): Promise<void>
}

const PATIENCE_MS = 180_000
const TICK_MS = 5

/**
 * Starts a program and waits until it responds.
 * @param onSpawn called with the process ID immediately after the start
 */
export async function startServerProcess(
  program: string,
  {
    port,
    args = [],
    env = {},
    ready,
    onSpawn = () => {},
  }: {
    port: number
    args?: string[]
    env?: Record<string, string>
    ready: string
    onSpawn?: (pid: number) => void
  },
): Promise<ServerProcess> {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, program), ...args],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  onSpawn(child.pid!)
  while (!(await isResponding(`http://127.0.0.1:${port}${ready}`))) {
    if (child.exitCode !== null || performance.now() - startedAt > PATIENCE_MS)
      throw expected(`${program} did not start on port ${port}. Choose another with BENCH_PORT.`)
    await sleep(TICK_MS)
  }
  const startMs = performance.now() - startedAt
  return {
    port,
    pid: child.pid!,
    startMs,
    memory: () => measureMemory(child),
    cpuSeconds: () => readCpuSeconds(child),
    stop: () => stop(child),
  }
}

async function isResponding(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => null)
  await response?.arrayBuffer()
  return response?.ok ?? false
}

/** Reads the resident memory from /proc, which only Linux has (proc_pid_status(5)). */
function measureMemory({ pid }: ChildProcess): number | undefined {
  try {
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return resident ? Number(resident[1]) / 1024 : undefined
  } catch {
    return undefined
  }
}

function readCpuSeconds({ pid }: ChildProcess): number | undefined {
  return readProcessStat(String(pid))?.cpuSeconds
}

/**
 * Returns the total CPU time of a process and its children so far, in seconds. Returns NaN if the operating
 * system does not report it.
 */
export function measureFamilyCpu(parent: number): number {
  const all = existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : []
  const stats = all.flatMap((name) => readProcessStat(name) ?? [])
  const ownStat = stats.find(({ pid }) => pid === parent)
  const children = stats.filter(({ parentPid }) => parentPid === parent)
  return children.reduce(
    (sum, { cpuSeconds }) => sum + cpuSeconds,
    ownStat ? ownStat.cpuSeconds + ownStat.endedSeconds : NaN,
  )
}

interface Stat {
  pid: number
  parentPid: number
  cpuSeconds: number
  /** CPU time of the process's children that have already ended, in seconds. */
  endedSeconds: number
}

/**
 * Reads a process's CPU times in user and kernel mode, which are in ticks of 10 ms (proc_pid_stat(5)). The
 * process name before these fields may contain spaces.
 */
function readProcessStat(name: string): Stat | undefined {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]!.split(' ')
    const seconds = (index: number) => (Number(fields[index]) + Number(fields[index + 1])) / 100
    const pids = { pid: Number(name), parentPid: Number(fields[1]) }
    return { ...pids, cpuSeconds: seconds(11), endedSeconds: seconds(13) }
  } catch {
    return undefined
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
