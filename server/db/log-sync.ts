import fs from 'node:fs'

export interface LogSync {
  /**
   * Resolves once all that was committed before the call is on disk.
   * @throws what the disk said, at every call from then on: what it lost nobody knows, and what follows stands on it
   */
  whenOnDisk(): Promise<void>
  /** What the disk said, once it did. */
  readonly loss: Error | null
  close(): Promise<void>
}

/** For databases in memory, and those that wait for the disk themselves. */
export const noLogSync: LogSync = { whenOnDisk: async () => {}, loss: null, close: async () => {} }

/**
 * Waits for the disk beside the thread that commits, where SQLite would keep that thread waiting. One sync runs at a time;
 * who comes meanwhile shares the next. To SQLite `synchronous=NORMAL` leaves the syncs around its checkpoints.
 * @param log SQLite's write-ahead log: there from the first read on, and the same file until the last connection closes
 * (sqlite.org/wal.html)
 */
export function openLogSync(log: string): LogSync {
  // Windows syncs no file that is open for reading alone.
  const file = fs.openSync(log, 'r+')
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  let loss: Error | null = null

  async function syncAfter(earlier: Promise<void>): Promise<void> {
    await earlier
    next = null
    running = sync()
    await running
  }

  function sync(): Promise<void> {
    return new Promise((resolve, reject) => {
      fs.fdatasync(file, (error) => {
        if (!error) return resolve()
        loss = error
        reject(error)
      })
    })
  }

  function whenOnDisk(): Promise<void> {
    next ??= syncAfter(running)
    return next
  }

  return {
    whenOnDisk,
    get loss() {
      return loss
    },
    async close() {
      await whenOnDisk().catch(() => {})
      fs.closeSync(file)
    },
  }
}
