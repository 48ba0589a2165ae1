import type { Context } from '../../context.ts'
import { sweepPhotos, type RemovedFiles } from './sweep-photos.ts'
import { deleteExpiredUploads, hasUploads } from './upload.repository.ts'

/**
 * Deletes uploads that were not claimed in time, and removes unused photos.
 * @returns the numbers of removed uploads and files
 */
export async function sweepUploads(
  ctx: Pick<Context, 'db' | 'images' | 'log' | 'now'>,
): Promise<{ uploads: number; photoFiles: RemovedFiles }> {
  // This is checked before uploads expire: the sweep depends on whether the database knows any photo.
  const knowsPhotos = await hasUploads(ctx.db)
  const uploads = await deleteExpiredUploads(ctx.db, ctx.now())
  return { uploads, photoFiles: await sweepPhotos(ctx, knowsPhotos) }
}
