import type { EndpointOutput } from '../../../contract/api/endpoints.ts'
import type { Call } from '../../http/handler.ts'
import { listSellerImports, moveImport } from './import.repository.ts'
import { listPictureHosts, replacePhotoHosts } from './photo-hosts.repository.ts'

/**
 * Sets the allowed photo hosts. Spreadsheets that have been read but not applied are reread, since they may
 * contain photos from these hosts.
 */
export async function setPictureHosts({
  ctx,
  actor,
  body,
}: Call<'setPictureHosts'>): Promise<EndpointOutput<'setPictureHosts'>> {
  const hosts = await ctx.db.transaction().execute(async (trx) => {
    await replacePhotoHosts(trx, actor.id, body.hosts)
    for (const id of await listSellerImports(trx, actor.id, ['ready']))
      await moveImport(trx, id, ['ready'], 'reading', { done: 0 })
    return listPictureHosts(trx, actor.id)
  })
  ctx.imports.wake()
  return { hosts }
}
