import Sqlite from 'better-sqlite3'
import { chmodSync, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { checkCopy, syncToDisk } from './backup.ts'
import { DatabaseError } from './database-error.ts'
import { holdPhotos, type RestoreOptions } from './restored-installation.ts'

/**
 * Puts a copy in the database's place, with no newsletter on its way, and holds its photos for a while. What was there is set aside beside it, whole or damaged.
 * @returns where it was set aside, or null where there was nothing
 * @throws DatabaseError for a copy that cannot be used, and while another process has the database open.
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
  const arriving = `${databaseFile}.restoring`
  copyFileSync(copy, arriving)
  try {
    // It came with the copy's mode.
    chmodSync(arriving, 0o600)
    stopNewsletters(arriving)
    holdPhotos(arriving, now, options)
    syncToDisk(arriving)
    const aside = existsSync(databaseFile) ? setAside(databaseFile, now) : null
    renameSync(arriving, databaseFile)
    return aside
  } finally {
    rmSync(arriving, { force: true })
  }
}

function setAside(file: string, now: Date): string {
  foldIn(file)
  const aside = `${file}.before-restore-${now.toISOString().replaceAll(':', '-')}`
  for (const part of ['', '-wal', '-shm']) if (existsSync(file + part)) renameSync(file + part, aside + part)
  return aside
}

/** Brings what stands in the write-ahead log into the file. SQLite grants that to the only one who has it open. */
function foldIn(file: string): void {
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
    // A damaged one is set aside as it is.
  }
}

const sql = String.raw

/**
 * Stops what a restored copy has on its way: nobody knows how far it got after the copy was made, and a second one of a
 * newsletter is worse than none. What waited for its turn counts as failed.
 */
function stopNewsletters(file: string): void {
  const copy = new Sqlite(file)
  try {
    // A copy may be from before there were any.
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
