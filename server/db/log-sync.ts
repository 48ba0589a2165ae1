import fs from 'node:fs'

export interface LogSync {
  /**
   * Resolves once everything that was committed before the call is on disk.
   * @throws the disk error, in this and every later call. Later commits depend on data that the disk may have
   * lost
   */
  whenOnDisk(): Promise<void>
  /** The disk error that was reported, if any. */
  readonly loss: Error | null
  close(): Promise<void>
}

/**
 * The no-op implementation, for in-memory databases and for databases whose commits SQLite itself syncs to
 * disk.
 */
export const noLogSync: LogSync = { whenOnDisk: async () => {}, loss: null, close: async () => {} }

/**
 * Waits for the disk outside the committing thread, which SQLite would block. One sync runs at a time, and
 * calls during it share the next one. With `synchronous=NORMAL`, SQLite still performs the syncs around its
 * checkpoints.
 * @param log SQLite's write-ahead log, which exists from the first read on, and stays the same file until the
 * last connection closes (sqlite.org/wal.html)
 */
export function openLogSync(log: string): LogSync {
  // Windows cannot sync a read-only file handle.
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
