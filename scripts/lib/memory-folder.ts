import { chmodSync, rmSync, statfsSync } from 'node:fs'
import { createProcessTempFolder } from './process-temp-folder.ts'

/** A file system in memory (see tmpfs(5)). */
const MEMORY_FOLDER = '/dev/shm'

/** The free memory that a run of all tests needs for its files and its processes, in bytes. */
const NEEDED_BYTES = 8 * 1024 ** 3

/**
 * Places the temporary files of this process and its children in memory if there is enough of it. Tests commit
 * thousands of transactions, and each commit waits for the disk. The folder is removed at exit, or by the next run
 * if a signal ended this process.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!hasFreeMemory()) return
  const folder = createProcessTempFolder('kerblight', MEMORY_FOLDER)
  // The user that runs Postgres must be able to open its folder.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasFreeMemory(): boolean {
  if (process.availableMemory() < NEEDED_BYTES) return false
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}
