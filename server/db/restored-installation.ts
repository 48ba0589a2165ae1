import Sqlite from 'better-sqlite3'
import { newId } from './id.ts'

const sql = String.raw

/**
 * Time for which a photo without an upload is retained. After a restore, all photos are retained for that
 * long.
 */
export const PHOTOS_STAY_MS = 7 * 86_400_000

export interface RestoreOptions {
  /**
   * True if the copy gets a new installation ID, so that it never removes the original installation's photos.
   */
  isNewInstallation?: boolean
}

/**
 * Postpones the removal of photos in a restored copy. Photos that were uploaded after the copy was made would
 * otherwise look unused.
 */
export function holdPhotos(file: string, now: Date, { isNewInstallation = false }: RestoreOptions): void {
  const copy = new Sqlite(file)
  try {
    // A copy older than installation IDs gets an ID at the first start.
    if (!copy.prepare(`select 1 from sqlite_schema where name = 'installation'`).get()) return
    const until = new Date(now.getTime() + PHOTOS_STAY_MS).toISOString()
    copy.transaction(() => {
      if (isNewInstallation) copy.exec(sql`delete from installation; delete from job_orphaned_pictures`)
      copy
        .prepare(
          sql`insert into installation (only_row, id, sweep_after) values (1, ?, ?)
            on conflict (only_row) do update set sweep_after = excluded.sweep_after`,
        )
        .run(newId(), until)
    })()
  } finally {
    copy.close()
  }
}
