import type { Listener, Lock } from './postgres-listener.ts'

/**
 * Runs work that only one process may do at a time. Does nothing if another process is already doing it.
 * @param work must check `isOurs` regularly if it takes long. If this process loses the lock, another one
 * takes over.
 */
export type Exclusively = (name: string, work: (isOurs: () => boolean) => Promise<unknown>) => Promise<void>

/** Runs work without a lock. A SQLite file has only one server. */
export const runWithoutLock: Exclusively = async (_name, work) => {
  await work(() => true)
}

/**
 * Runs work only in the process that holds the lock. The lock is taken on the listening connection, so jobs
 * use none of the connections that requests share.
 */
export function createExclusiveRunner({ takeLock }: Pick<Listener, 'takeLock'>): Exclusively {
  const runningJobs = new Set<string>()
  return async (name, work) => {
    // Without this check, the connection would be granted a lock that it already holds.
    if (runningJobs.has(name)) return
    runningJobs.add(name)
    try {
      const lock = await takeLock(`job ${name}`)
      if (lock) await workWith(lock, work)
    } finally {
      runningJobs.delete(name)
    }
  }
}

async function workWith({ isHeld, release }: Lock, work: Parameters<Exclusively>[1]): Promise<void> {
  try {
    await work(isHeld)
  } finally {
    await release()
  }
}
