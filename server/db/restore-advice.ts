import { findNewestSoundCopy } from './backup.ts'

/** Names the newest verified backup in the given folders and the command to restore it. */
export function adviseRestore(folders: readonly string[]): string {
  for (const folder of new Set(folders)) {
    const copy = findNewestSoundCopy(folder)
    if (copy !== null)
      return `Restore the newest verified backup: npm run restore -- "${copy}" (or: node scripts/restore.ts "${copy}")`
  }
  return 'There is no undamaged backup in BACKUP_DIR. Restore one that you stored elsewhere: npm run restore -- FILE (or: node scripts/restore.ts FILE)'
}
