import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { selectJsonMember } from '../../db/engines/json.ts'
import { splitIntoBands } from './look-bands.ts'
import { newId } from '../../db/id.ts'
import type { Db, Row, Tables } from '../../db/tables.ts'
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
      ...splitIntoBands(image.look),
      user_id: upload.userId,
      created_at: now.toISOString(),
      expires_at: upload.expiresAt.toISOString(),
    })
    .execute()
  return id
}

/**
 * Permanently assigns uploads to a user: the user's own uploads, and unexpired ones from before the user
 * signed in. They are compared with other photos again, because another car may show them now.
 * @param urls URLs as returned by the upload, or the paths of such URLs on this server
 * @returns the URLs that now belong to the user
 */
export async function claimUploads(
  db: Db,
  urls: readonly string[],
  userId: string,
  now: Date,
): Promise<Set<string>> {
  const claimedUrls = new Set<string>()
  for (const url of new Set(urls)) {
    const upload = await findClaimable(db, url, userId, now)
    if (!upload) continue
    claimedUrls.add(url)
    if (upload.user_id === userId && upload.expires_at === null && upload.compared_at === null) continue
    await db
      .updateTable('uploads')
      .set({ user_id: userId, expires_at: null, compared_at: null })
      .where('id', '=', upload.id)
      .execute()
  }
  return claimedUrls
}

export const UPLOAD_FIRST = 'Upload this photo first.'

/** Reports whether `claimUploads` would assign the upload at a URL to the user. */
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

const DAY_SECONDS = 86_400

/**
 * Schedules the expiration of photos that were removed from a car or profile, unless something else still
 * shows them.
 * @param days number of days that the photos can be restored: one while a form may still be open, more
 * if an undo needs it
 */
export async function releaseUploads(db: Db, urls: readonly string[], now: Date, days = 1): Promise<void> {
  const expiresAt = new Date(now.getTime() + days * DAY_SECONDS * 1000).toISOString()
  for (const url of urls)
    for (const upload of await findByUrl(db, url)) {
      if (upload.expires_at !== null || (await isShown(db, upload))) continue
      await db.updateTable('uploads').set({ expires_at: expiresAt }).where('id', '=', upload.id).execute()
    }
}

/**
 * Reports whether an upload is shown by its owner's profile, a make, a report, or a car. Cars in any state
 * count, even withdrawn ones, which can come back.
 */
async function isShown(db: Db, { user_id: ownerId, url }: Row<'uploads'>): Promise<boolean> {
  const allUrls = listUploadUrls(url)
  const firstUse = await db
    .selectFrom('car_pictures')
    .select('car_id as id')
    .where('url', 'in', allUrls)
    .unionAll(db.selectFrom('users').select('id').where('id', '=', ownerId).where('photo_url', 'in', allUrls))
    .unionAll(db.selectFrom('reports').select('id').where(reportedPhoto, 'in', allUrls))
    .unionAll(selectLogos(db, allUrls))
    .limit(1)
    .executeTakeFirst()
  return firstUse !== undefined
}

/**
 * Selects the makes whose logo is at one of the URLs. The index of logo URLs omits empty ones, so the query has
 * to exclude them, too.
 */
function selectLogos(db: Db, allUrls: string[]) {
  return db
    .selectFrom('categories')
    .select('name as id')
    .where('brand_image', 'in', allUrls)
    .where('brand_image', '<>', '')
}

/** The URL of the reported photo. The expression must match the one in the index of the reports. */
const reportedPhoto = selectJsonMember('snapshot', 'image_url')

/**
 * Cancels the expiration of photos that are about to be shown again.
 * @returns the URLs of photos that no longer exist
 */
export async function retakeUploads(db: Db, urls: readonly string[]): Promise<string[]> {
  const missingUrls: string[] = []
  for (const url of urls) {
    const uploads = await findByUrl(db, url)
    if (uploads.length === 0 && ownPath.test(url)) missingUrls.push(url)
    for (const { id } of uploads)
      await db
        .updateTable('uploads')
        .set({ expires_at: null, compared_at: null })
        .where('id', '=', id)
        .execute()
  }
  return missingUrls
}

export async function deleteExpiredUploads(db: Db, now: Date): Promise<number> {
  return db
    .transaction()
    .execute((trx) => deleteUploads(trx, (eb) => eb('expires_at', '<=', now.toISOString())))
}

type UploadCondition = (eb: ExpressionBuilder<Tables, 'uploads'>) => Expression<SqlBool>

/**
 * Deletes uploads. The next sweep then removes their photos.
 * @returns the number of deleted uploads
 */
async function deleteUploads(trx: Db, condition: UploadCondition): Promise<number> {
  await trx
    .insertInto('job_orphaned_pictures')
    .columns(['hash', 'first_seen_at'])
    .expression((eb) =>
      eb
        .selectFrom('uploads')
        .select(['hash', eb.lit(null).as('first_seen_at')])
        .distinct()
        .where(condition),
    )
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ first_seen_at: null }))
    .execute()
  const result = await trx.deleteFrom('uploads').where(condition).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function hasUploads(db: Db): Promise<boolean> {
  return (await db.selectFrom('uploads').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Number of uploads that one transaction checks. A small batch keeps other writers from waiting long. */
const BATCH_SIZE = 100

/**
 * Deletes the next batch of a user's uploads, except those that a make or a car still shows. Photos of a sold
 * car are also part of the buyers' records, and an admin may have added a photo to another user's car. The
 * hourly sweep removes the files.
 * @param after the ID of the last upload in the previous batch
 * @returns the ID of the last upload in this batch, or null if the batch was empty
 */
export async function deleteUserUploadBatch(trx: Db, userId: string, after: string): Promise<string | null> {
  const uploads = await trx
    .selectFrom('uploads')
    .select(['id', 'url'])
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute()
  const unusedIds: string[] = []
  for (const { id, url } of uploads)
    if (!(await isShownElsewhere(trx, listUploadUrls(url)))) unusedIds.push(id)
  if (unusedIds.length > 0) await deleteUploads(trx, (eb) => eb('id', 'in', unusedIds))
  return uploads.at(-1)?.id ?? null
}

async function isShownElsewhere(db: Db, allUrls: string[]): Promise<boolean> {
  const firstUse = await db
    .selectFrom('car_pictures')
    .innerJoin('cars', 'cars.id', 'car_pictures.car_id')
    .select('car_id as id')
    .where('url', 'in', allUrls)
    .where((eb) => eb.or([eb('state', '<>', 'withdrawn'), eb('hidden_at', 'is', null)]))
    .unionAll(selectLogos(db, allUrls))
    .limit(1)
    .executeTakeFirst()
  return firstUse !== undefined
}

export async function findReferencedHashes(db: Db, hashes: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('uploads').select('hash').distinct().where('hash', 'in', hashes).execute()
  return new Set(rows.map((row) => row.hash))
}

/**
 * Finds the uploads at a URL. A URL on this server contains the photo's hash, so the path identifies the
 * upload regardless of the host.
 */
async function findByUrl(db: Db, url: string): Promise<Row<'uploads'>[]> {
  // No valid URL contains a null character, and not every engine accepts one in a query.
  if (url.includes('\0')) return []
  const hash = ownPath.exec(url)?.[1]
  const query = db.selectFrom('uploads').selectAll()
  const rows = await (hash ? query.where('hash', '=', hash) : query.where('url', '=', url)).execute()
  return rows.filter((row) => listUploadUrls(row.url).includes(url))
}

/** Returns all URLs of an upload: the one that the upload returned and, if it is on this server, its path. */
function listUploadUrls(url: string): string[] {
  const path = ownPath.exec(url)?.[0]
  return path === undefined ? [url] : [url, path]
}

const ownPath = /\/images\/[0-9a-f]{2}\/([0-9a-f]{64})-full\.webp$/
