import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { StoredImage } from '../../gateways/images/images.ts'

export async function insertUpload(
  db: Db,
  upload: { image: StoredImage; userId: string | null; expiresAt: Date },
  now: Date,
): Promise<string> {
  const { image } = upload
  const id = newId()
  await db
    .insertInto('uploads')
    .values({
      id,
      hash: image.hash,
      url: image.url,
      thumb_url: image.thumbUrl,
      medium_url: image.mediumUrl,
      width: image.width,
      height: image.height,
      bytes: image.bytes,
      user_id: upload.userId,
      created_at: now.toISOString(),
      expires_at: upload.expiresAt.toISOString(),
    })
    .execute()
  return id
}

/**
 * Makes uploads the user's for good: their own ones, and ones from before they signed in that did not expire.
 * @param urls as the upload was answered, or the path of such an address on this server
 * @returns those of them that are the user's now
 */
export async function claimUploads(
  db: Db,
  urls: readonly string[],
  userId: string,
  now: Date,
): Promise<Set<string>> {
  const claimed = new Set<string>()
  for (const url of new Set(urls)) {
    const upload = await findClaimable(db, url, userId, now)
    if (!upload) continue
    claimed.add(url)
    if (upload.user_id === userId && upload.expires_at === null) continue
    await db
      .updateTable('uploads')
      .set({ user_id: userId, expires_at: null })
      .where('id', '=', upload.id)
      .execute()
  }
  return claimed
}

/** Of an address that `claimUploads` would leave out. */
export const UPLOAD_FIRST = 'Upload this photo first.'

/** Whether `claimUploads` would make an address the user's. */
export async function isClaimable(db: Db, url: string, userId: string, now: Date): Promise<boolean> {
  return (await findClaimable(db, url, userId, now)) !== undefined
}

async function findClaimable(
  db: Db,
  url: string,
  userId: string,
  now: Date,
): Promise<Row<'uploads'> | undefined> {
  const uploads = await findByUrl(db, url)
  const isWaiting = ({ user_id, expires_at }: Row<'uploads'>) =>
    user_id === null && expires_at !== null && expires_at > now.toISOString()
  return uploads.find(({ user_id }) => user_id === userId) ?? uploads.find(isWaiting)
}

/** So long an upload that nothing shows any more can be put back, from a form that somebody has open still. */
const RELEASED_SECONDS = 86_400

/** Lets pictures that were taken off a car or a profile expire, unless something else shows them. */
export async function releaseUploads(db: Db, urls: readonly string[], now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + RELEASED_SECONDS * 1000).toISOString()
  for (const url of urls)
    for (const upload of await findByUrl(db, url)) {
      if (upload.expires_at !== null || (await isShown(db, upload))) continue
      await db.updateTable('uploads').set({ expires_at: expiresAt }).where('id', '=', upload.id).execute()
    }
}

/**
 * By its owner's profile, a report, or a car in whichever state, since a withdrawn one can come back. It can be on
 * the owner's own cars, and on those that the owner has edited as an admin, which the log names.
 */
async function isShown(db: Db, { user_id: ownerId, url }: Row<'uploads'>): Promise<boolean> {
  const address = /\/images\/[0-9a-f]{2}\/[0-9a-f]{64}-full\.webp$/.exec(url)?.[0] ?? url
  const holds = (column: 'images' | 'snapshot' | 'photo_url') =>
    sql<boolean>`instr(${sql.ref(column)}, ${address}) > 0`
  const edited = db
    .selectFrom('audit')
    .select('target')
    .where('actor_id', '=', ownerId)
    .where('action', '=', 'edit-car')
  const found = await db
    .selectFrom('cars')
    .select('id')
    .where(({ or, eb }) => or([eb('seller_id', '=', ownerId), eb('id', 'in', edited)]))
    .where(holds('images'))
    .unionAll(db.selectFrom('users').select('id').where('id', '=', ownerId).where(holds('photo_url')))
    .unionAll(db.selectFrom('reports').select('id').where(holds('snapshot')))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function isOwnUpload(db: Db, url: string, userId: string): Promise<boolean> {
  return (await findByUrl(db, url)).some((upload) => upload.user_id === userId)
}

/** @returns how many nobody had claimed in time */
export async function deleteExpiredUploads(db: Db, now: Date): Promise<number> {
  const result = await db
    .deleteFrom('uploads')
    .where('expires_at', '<=', now.toISOString())
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/**
 * Forgets a user's uploads, except the pictures of cars they sold: those belong to the buyers' records too. The hourly
 * sweep removes the files.
 * @returns how many were forgotten
 */
export async function deleteUploadsOf(db: Db, userId: string): Promise<number> {
  const sold = await db
    .selectFrom('cars')
    .select('images')
    .where('seller_id', '=', userId)
    .where('state', '=', 'sold')
    .execute()
  const kept = sold.flatMap((car) => JSON.parse(car.images) as string[])
  const uploads = await db.selectFrom('uploads').select(['id', 'url']).where('user_id', '=', userId).execute()
  const forgotten = uploads.filter(({ url }) => !kept.some((address) => isSameUpload(url, address)))
  for (const { id } of forgotten) await db.deleteFrom('uploads').where('id', '=', id).execute()
  return forgotten.length
}

/** Of these pictures, those that some upload refers to. */
export async function referredHashes(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('hash').distinct().where('hash', 'in', hashes).execute()
  return new Set(rows.map((row) => row.hash))
}

/** Our own addresses hold the hash, so that a path finds its upload whichever host it was answered with. */
async function findByUrl(db: Db, url: string): Promise<Row<'uploads'>[]> {
  const hash = /^\/images\/[0-9a-f]{2}\/([0-9a-f]{64})-full\.webp$/.exec(url)?.[1]
  const query = db.selectFrom('uploads').selectAll()
  const rows = await (hash ? query.where('hash', '=', hash) : query.where('url', '=', url)).execute()
  return rows.filter((row) => isSameUpload(row.url, url))
}

function isSameUpload(uploadUrl: string, address: string): boolean {
  return uploadUrl === address || (address.startsWith('/images/') && uploadUrl.endsWith(address))
}
