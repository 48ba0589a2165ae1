import type { Context } from '../../context.ts'
import { sweepPictures, type RemovedFiles } from './sweep-pictures.ts'
import { deleteExpiredUploads, hasUploads } from './upload.repository.ts'

/**
 * Deletes uploads that were not claimed in time, and removes unused photos.
 * @returns the numbers of removed uploads and files
 */
export async function sweepUploads(
  ctx: Pick<Context, 'db' | 'images' | 'log' | 'now'>,
): Promise<{ uploads: number; photoFiles: RemovedFiles }> {
  // This is checked before uploads expire: the sweep depends on whether the database knows any photo.
  const knowsPictures = await hasUploads(ctx.db)
  const uploads = await deleteExpiredUploads(ctx.db, ctx.now())
  return { uploads, photoFiles: await sweepPictures(ctx, knowsPictures) }
}
