import Sqlite from 'better-sqlite3'
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { checkCopy, syncToDisk } from './backup.ts'
import { DatabaseError } from './database-error.ts'
import { holdPhotos, type RestoreOptions } from './restored-installation.ts'

/**
 * Replaces the database with a copy. The previous database, whole or damaged, is set aside next to it. The
 * copy's unfinished newsletters are stopped, and its photos are retained for a while.
 * @returns the path of the previous database, or null if it did not exist
 * @throws DatabaseError if the copy cannot be used, or another process has the database open
 */
export function restoreBackup(
  copy: string,
  databaseFile: string,
  now: Date,
  options: RestoreOptions = {},
): string | null {
  try {
    checkCopy(copy)
  } catch (error) {
    throw new DatabaseError(`${copy} cannot be restored: ${(error as Error).message}. Nothing was changed.`, {
      cause: error,
    })
  }
  const incomingFile = `${databaseFile}.restoring`
  copyFileSync(copy, incomingFile)
  try {
    // The file inherited the copy's permissions.
    chmodSync(incomingFile, 0o600)
    stopNewsletters(incomingFile)
    holdPhotos(incomingFile, now, options)
    syncToDisk(incomingFile)
    const previousFile = existsSync(databaseFile) ? setAside(databaseFile, now) : null
    renameSync(incomingFile, databaseFile)
    return previousFile
  } finally {
    rmSync(incomingFile, { force: true })
  }
}

function setAside(file: string, now: Date): string {
  foldLogIntoFile(file)
  const previousFile = `${file}.before-restore-${now.toISOString().replaceAll(':', '-')}`
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(file + suffix)) renameSync(file + suffix, previousFile + suffix)
  return previousFile
}

/**
 * Moves the write-ahead log into the database file. SQLite allows that only if no other connection has the
 * file open.
 */
function foldLogIntoFile(file: string): void {
  try {
    const sqlite = new Sqlite(file, { timeout: 0 })
    try {
      sqlite.pragma('journal_mode = DELETE')
    } finally {
      sqlite.close()
    }
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('SQLITE_BUSY'))
      throw new DatabaseError(`${file} is in use. Stop Kerblight first; nothing was changed.`, {
        cause: error,
      })
    // A damaged database is set aside unchanged.
  }
}

const sql = String.raw

/**
 * Stops the newsletters that were being sent when the copy was made. It is unknown how many emails were sent
 * afterward, and a duplicate newsletter is worse than none. Queued emails count as failed.
 */
function stopNewsletters(file: string): void {
  const copy = new Sqlite(file)
  try {
    // The copy may be older than the newsletter feature.
    if (!copy.prepare(`select 1 from sqlite_schema where name = 'newsletter_issues'`).get()) return
    copy.transaction(() => {
      copy.exec(sql`update newsletter_issues set state = 'stopped',
        failed = failed + (select count(*) from mails where issue_id = newsletter_issues.id)
        where state in ('sending', 'stopped')`)
      copy.exec(sql`delete from mails where issue_id is not null`)
    })()
  } finally {
    copy.close()
  }
}
