import { invalidField } from '../../../contract/problems.ts'
import { PUBLIC_IMAGE_KEY } from '../../gateways/images/images.ts'
import type { Call } from '../../http/handler.ts'
import { networkOf } from '../../http/network-of.ts'
import { readPicture } from './read-picture.ts'
import { takeUploadSlot } from './upload-slots.ts'
import { insertUpload } from './upload.repository.ts'
import { toWireUpload } from './upload.wire.ts'

/** How long an upload waits for a profile or a car to claim it. */
const DEFAULT_EXPIRATION = 600
/** A stranger's picture cannot be parked here for longer. */
const MAX_ANONYMOUS_EXPIRATION = 86_400

/** imgbb's upload (api.imgbb.com): keeps the picture, or forwards it to the configured host. */
export async function uploadImage({ ctx, actor, query, req }: Call<'uploadImage'>) {
  if (query.key !== PUBLIC_IMAGE_KEY) throw invalidField('key', 'Send this image host’s API key.')
  const network = networkOf(req.ip ?? '')
  const whose = actor?.id ?? network
  const giveBack = takeUploadSlot(whose, network)
  try {
    const picture = await readPicture(req, ctx.config.uploadGraceSeconds)
    const image = await ctx.images.store(picture, whose)
    const wanted = query.expiration ?? DEFAULT_EXPIRATION
    const expiration = actor ? wanted : Math.min(wanted, MAX_ANONYMOUS_EXPIRATION)
    const now = ctx.now()
    const expiresAt = new Date(now.getTime() + expiration * 1000)
    const id = await insertUpload(ctx.db, { image, userId: actor?.id ?? null, expiresAt }, now)
    return toWireUpload(image, { id, expiration }, ctx.config)
  } finally {
    giveBack()
  }
}
