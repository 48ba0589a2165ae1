import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Context } from '../context.ts'
import { newestBackup } from '../db/backup.ts'

const HOUR_MS = 3600_000

/** Copies the database, unless that was done within the hour: a restart does not count. */
export async function backUpHourly({
  config,
  log,
  now,
}: Pick<Context, 'config' | 'log' | 'now'>): Promise<void> {
  const { databaseFile: file, backupDir: directory } = config
  if (file === ':memory:') return
  const newest = newestBackup(directory)
  // One from the future was made by a clock that was off.
  if (newest && Math.abs(now().getTime() - newest.getTime()) < HOUR_MS) return
  const worker = new Worker(new URL('../db/backup-worker.ts', import.meta.url), {
    workerData: { file, directory, now: now() },
  })
  // An error in it rejects this.
  await once(worker, 'exit')
  log.info('the database was backed up')
}
