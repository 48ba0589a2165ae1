import { statfs, writeFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { isUnwritable, RESERVE_BYTES } from '../system/file-error.ts'

export interface WriteState {
  /**
   * Records a failed write. The first failure on a full or read-only disk is logged here.
   * @returns true if the disk is the reason, in which case the caller logs nothing
   */
  recordFailure(error: unknown): boolean
  /**
   * Tests the disk if the last write failed or free space is low.
   * @returns true if writes succeed
   */
  check(): Promise<boolean>
}

interface WriteStateOptions {
  config: Pick<Config, 'dataDir'>
  /** The path of the database file, or null for a database in memory or on a server. */
  file: string | null
  log: Logger
  assertSpace: () => Promise<void>
  onWritable: () => void
}

/** Minimum time between two disk tests, in milliseconds. */
const MIN_TEST_INTERVAL_MS = 1000

export function createWriteState({
  config,
  file,
  log,
  assertSpace,
  onWritable,
}: WriteStateOptions): WriteState {
  const files = testFiles(config.dataDir, file)
  let isFailing = false
  let testedAt = -Infinity
  let pendingTest: Promise<boolean> | null = null

  function recordFailure(error: unknown): boolean {
    if (!isUnwritable(error)) return false
    if (!isFailing)
      log.error(
        { reason: (error as Error).message },
        'the disk is full or read-only: writes are answered with 503 until they work again',
      )
    isFailing = true
    return true
  }

  async function test(): Promise<boolean> {
    if (!isFailing && !(await isAnyLow(files))) return true
    if (performance.now() - testedAt < MIN_TEST_INTERVAL_MS) return !isFailing
    testedAt = performance.now()
    try {
      await assertSpace()
      for (const file of files) await writeReserve(file)
      if (isFailing) {
        isFailing = false
        log.info('the disk can be written again')
        onWritable()
      }
    } catch (error) {
      recordFailure(error)
    }
    return !isFailing
  }

  return {
    recordFailure,
    check: () => (pendingTest ??= test().finally(() => (pendingTest = null))),
  }
}

/** Returns the paths of one test file per folder. The names follow those of Kerblight's own files. */
function testFiles(dataDir: string, databaseFile: string | null): string[] {
  const databases = [join(dataDir, 'kerblight.db')]
  if (databaseFile !== null && dirname(databaseFile) !== dataDir) databases.push(databaseFile)
  return databases.map((file) => `${file}-space-test-${process.pid}`)
}

async function isAnyLow(files: readonly string[]): Promise<boolean> {
  for (const file of files) {
    const stats = await statfs(dirname(file)).catch(() => null)
    if (stats && stats.bavail * stats.bsize < RESERVE_BYTES) return true
  }
  return false
}

/** Tests the disk by writing a file. The reported free space would ignore quotas. */
async function writeReserve(file: string): Promise<void> {
  try {
    await writeFile(file, Buffer.alloc(RESERVE_BYTES, 1), { flush: true, mode: 0o600 })
  } finally {
    await rm(file, { force: true })
  }
}
