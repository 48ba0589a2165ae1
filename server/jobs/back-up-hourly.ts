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
 * Backs up the database, unless it was backed up within the last hour, so that a restart makes no additional
 * backup.
 */
export async function backUpHourly(
  { config, log, now }: Pick<Context, 'config' | 'log' | 'now'>,
  file: string,
): Promise<void> {
  const { backupDir: directory } = config
  const newest = readNewestBackup(directory)
  // A backup from the future was made while the clock was wrong.
  if (newest && Math.abs(now().getTime() - newest.at.getTime()) < HOUR_MS) return
  const copying = run(process.execPath, [PROGRAM, file, directory, now().toISOString()])
  yieldToRequests(copying.child)
  // This error's message includes the program's standard error.
  await copying
  log.info('the database was backed up')
}
