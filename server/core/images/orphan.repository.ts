import type { Db } from '../../db/tables.ts'
import { findReferencedHashes } from './upload.repository.ts'

export async function recordOrphans(db: Db, hashes: readonly string[], now: Date): Promise<void> {
  if (hashes.length === 0) return
  const referred = await findReferencedHashes(db, hashes)
  const orphans = hashes.filter((hash) => !referred.has(hash))
  if (orphans.length === 0) return
  await db
    .insertInto('job_orphaned_pictures')
    .values(orphans.map((hash) => ({ hash, first_seen_at: now.toISOString() })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

export async function deleteReferencedOrphans(db: Db): Promise<void> {
  await db
    .deleteFrom('job_orphaned_pictures')
    .where('hash', 'in', (eb) => eb.selectFrom('uploads').select('hash'))
    .execute()
}

/** Lists the photos whose uploads the server removed. */
export async function listReleased(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('job_orphaned_pictures')
    .select('hash')
    .where('first_seen_at', 'is', null)
    .execute()
  return rows.map(({ hash }) => hash)
}

/** Lists up to 1,000 photos, oldest first, that have had no upload since before the given time. */
export async function listOrphans(db: Db, seenBefore: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('job_orphaned_pictures')
    .select('hash')
    .where('first_seen_at', '<=', seenBefore.toISOString())
    .orderBy('first_seen_at')
    .orderBy('hash')
    .limit(1000)
    .execute()
  return rows.map(({ hash }) => hash)
}

export async function deleteOrphan(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('job_orphaned_pictures').where('hash', '=', hash).execute()
}
