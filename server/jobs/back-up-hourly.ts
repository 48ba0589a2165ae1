import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Context } from '../context.ts'
import { readNewestBackup } from '../db/backup.ts'
import { yieldToRequests } from '../system/bounded-process.ts'

const HOUR_MS = 3600_000
const PROGRAM = join(import.meta.dirname, '../db/backup-program.ts')
const run = promisify(execFile)

/** Copies the database, unless that was done within the hour: a restart does not count. */
export async function backUpHourly(
  { config, log, now }: Pick<Context, 'config' | 'log' | 'now'>,
  file: string,
): Promise<void> {
  const { backupDir: directory } = config
  const newest = readNewestBackup(directory)
  // One from the future was made by a clock that was off.
  if (newest && Math.abs(now().getTime() - newest.at.getTime()) < HOUR_MS) return
  const copying = run(process.execPath, [PROGRAM, file, directory, now().toISOString()])
  yieldToRequests(copying.child)
  // What it wrote to its standard error stands in the message of this.
  await copying
  log.info('the database was backed up')
}
