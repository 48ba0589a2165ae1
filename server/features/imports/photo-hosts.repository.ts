import type { Db } from '../../db/tables.ts'

/** Lists the hosts that a seller allows fetching photos from. */
export async function listPictureHosts(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('picture_hosts')
    .select('host')
    .where('user_id', '=', userId)
    .orderBy('host')
    .execute()
  return rows.map(({ host }) => host)
}

export async function replacePhotoHosts(db: Db, userId: string, hosts: readonly string[]): Promise<void> {
  await deleteUserPhotoHosts(db, userId)
  const rows = [...new Set(hosts)].map((host) => ({ user_id: userId, host }))
  if (rows.length > 0) await db.insertInto('picture_hosts').values(rows).execute()
}

export async function deleteUserPhotoHosts(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('picture_hosts').where('user_id', '=', userId).execute()
}
