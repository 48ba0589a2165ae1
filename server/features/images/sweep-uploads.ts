import type { Context } from '../../context.ts'
import { deleteExpiredUploads, referredHashes } from './upload.repository.ts'

/**
 * Forgets uploads that nobody claimed in time, and removes the files that no upload refers to.
 * @returns how many uploads went
 */
export async function sweepUploads(ctx: Pick<Context, 'db' | 'images' | 'now'>): Promise<number> {
  const expired = await deleteExpiredUploads(ctx.db, ctx.now())
  for await (const hashes of ctx.images.listStored()) {
    if (hashes.length === 0) continue
    const referred = await referredHashes(ctx.db, hashes)
    for (const hash of hashes) if (!referred.has(hash)) await ctx.images.remove(hash)
  }
  return expired
}
