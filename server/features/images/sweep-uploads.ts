import type { Context } from '../../context.ts'
import { sweepPictures } from './sweep-pictures.ts'
import { deleteExpiredUploads, hasUploads } from './upload.repository.ts'

/**
 * Forgets uploads that nobody claimed in time, and removes pictures that are no longer used.
 * @returns how many uploads went
 */
export async function sweepUploads(ctx: Pick<Context, 'db' | 'images' | 'log' | 'now'>): Promise<number> {
  // Before they expire: the sweep asks if this database knows any picture at all.
  const knowsPictures = await hasUploads(ctx.db)
  const expired = await deleteExpiredUploads(ctx.db, ctx.now())
  await sweepPictures(ctx, knowsPictures)
  return expired
}
