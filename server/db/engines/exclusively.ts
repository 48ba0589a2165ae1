import type { Listener, Lock } from './postgres-listener.ts'

/**
 * Runs work that no other process does at the same time; does nothing if another process is doing it.
 * @param work may continue for long only while `isOurs` returns true, because another process may hold a lost
 * lock
 */
export type Exclusively = (name: string, work: (isOurs: () => boolean) => Promise<unknown>) => Promise<void>

/** Runs work without a lock, because a file has only one server. */
export const withoutLock: Exclusively = async (_name, work) => {
  await work(() => true)
}

/**
 * Runs work only in the process that holds the lock. The listening connection holds the lock until it closes,
 * so that jobs take no connections that requests share.
 */
export function exclusivelyBy({ takeLock }: Pick<Listener, 'takeLock'>): Exclusively {
  const own = new Set<string>()
  return async (name, work) => {
    // The connection would get a lock that it already holds.
    if (own.has(name)) return
    own.add(name)
    try {
      const lock = await takeLock(`job ${name}`)
      if (lock) await workWith(lock, work)
    } finally {
      own.delete(name)
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
