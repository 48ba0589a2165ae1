import type { Context } from '../../context.ts'
import { sweepPictures, type RemovedFiles } from './sweep-pictures.ts'
import { deleteExpiredUploads, hasUploads } from './upload.repository.ts'

/**
 * Forgets uploads that nobody claimed in time, and removes pictures that are no longer used.
 * @returns the numbers of removed uploads and files
 */
export async function sweepUploads(
  ctx: Pick<Context, 'db' | 'images' | 'log' | 'now'>,
): Promise<{ uploads: number; photoFiles: RemovedFiles }> {
  // Before they expire: the sweep asks if this database knows any picture at all.
  const knowsPictures = await hasUploads(ctx.db)
  const uploads = await deleteExpiredUploads(ctx.db, ctx.now())
  return { uploads, photoFiles: await sweepPictures(ctx, knowsPictures) }
}
