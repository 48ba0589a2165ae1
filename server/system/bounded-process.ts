import { fork, spawnSync, type ChildProcess, type ForkOptions } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { env as environment, execPath, platform } from 'node:process'

/**
 * The mechanism that enforces a memory limit: the Linux kernel through `prlimit`, or a thread that monitors
 * the resident memory.
 */
export type MemoryGuard = 'prlimit' | 'watchdog'

export interface ProcessBounds {
  /**
   * Maximum memory in megabytes, in addition to what Node.js reserves. If a process needs more, its
   * allocation fails (`prlimit`), or it is killed (`watchdog`).
   */
  memoryMb: number
  /**
   * Maximum processor time in seconds, enforced only by `prlimit`. It ends a busy process whose parent
   * has exited.
   */
  cpuSeconds?: number
  env?: NodeJS.ProcessEnv
  flags?: readonly string[]
  stderr?: 'ignore' | 'inherit'
  guard?: MemoryGuard
}

/** This is a URL, as Node.js would parse an absolute Windows path as a URL with the scheme `c:`. */
const WATCHDOG = new URL('./memory-watchdog.ts', import.meta.url).href
const MB = 1024 * 1024
/**
 * The address space in megabytes that Node.js 24 reserves as data when it starts (`VmData`), mostly for
 * compiled code.
 */
const RESERVED_MB = 576

export function forkBounded(program: string, bounds: ProcessBounds): ChildProcess {
  const { memoryMb, cpuSeconds, env = environment, flags = [], stderr = 'ignore' } = bounds
  const guard = bounds.guard ?? (hasPrlimit() ? 'prlimit' : 'watchdog')
  const options: ForkOptions = { serialization: 'advanced', stdio: ['ignore', 'ignore', stderr, 'ipc'] }
  if (guard === 'watchdog')
    return fork(program, [], {
      ...options,
      env: { ...env, MEMORY_LIMIT_MB: String(memoryMb) },
      execArgv: ['--import', WATCHDOG, ...flags],
    })
  const limits = [
    `--data=${(RESERVED_MB + memoryMb) * MB}`,
    ...(cpuSeconds === undefined ? [] : [`--cpu=${cpuSeconds}`]),
  ]
  // prlimit replaces itself with Node.js, so the process ID and the channel stay the same.
  return fork(program, [], {
    ...options,
    env,
    execPath: 'prlimit',
    execArgv: [...limits, execPath, ...flags],
  })
}

let isPrlimitInstalled: boolean | undefined

function hasPrlimit(): boolean {
  return (isPrlimitInstalled ??= platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0)
}

/** Lowers a process's priority, so that requests always get the processor first. */
export function yieldToRequests({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has already ended, which its exit handler covers, or the system denies the change. The
    // lower priority is optional.
  }
}
