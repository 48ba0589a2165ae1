import type { Listener, Lock } from './postgres-listener.ts'

/**
 * Does work that no other process does at the same time; where one does, nothing.
 * @param work goes on for long only while `isOurs` says so: a lost lock may be somebody else’s by now
 */
export type Exclusively = (name: string, work: (isOurs: () => boolean) => Promise<unknown>) => Promise<void>

/** A file has one server. */
export const withoutOthers: Exclusively = async (_name, work) => {
  await work(() => true)
}

/**
 * Of several processes one has the lock. The connection that listens has it for as long as it lives, so that jobs take
 * none of those that requests share.
 */
export function exclusivelyBy({ takeLock }: Pick<Listener, 'takeLock'>): Exclusively {
  const own = new Set<string>()
  return async (name, work) => {
    // The connection would get a lock that it has.
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
