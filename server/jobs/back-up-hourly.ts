import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Context } from '../context.ts'
import { readNewestBackup } from '../db/backup.ts'
import { yieldToRequests } from '../system/bounded-process.ts'

const HOUR_MS = 3600_000
const PROGRAM = join(import.meta.dirname, '../db/backup-program.ts')
const run = promisify(execFile)

/**
 * Backs up the database, unless a backup from the last hour exists. A restart therefore makes no additional
 * backup.
 */
export async function backUpHourly(
  { config, log, now }: Pick<Context, 'config' | 'log' | 'now'>,
  file: string,
): Promise<void> {
  const { backupDir: directory } = config
  const newest = readNewestBackup(directory)
  // A backup with a future timestamp was made while the clock was wrong, so it does not count.
  if (newest && Math.abs(now().getTime() - newest.at.getTime()) < HOUR_MS) return
  const backupRun = run(process.execPath, [PROGRAM, file, directory, now().toISOString()])
  yieldToRequests(backupRun.child)
  // If this fails, the error message includes the backup program's standard error.
  await backupRun
  log.info('the database was backed up')
}
