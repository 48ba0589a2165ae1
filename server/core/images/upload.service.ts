import type { Request } from 'express'
import { memoryStorage } from 'multer'
import { MAX_UPLOAD_BYTES } from '../../../contract/images.ts'
import { createFieldProblem, ProblemError } from '../../../contract/api/problems.ts'
import { PUBLIC_IMAGE_KEY } from '../../gateways/images/images.ts'
import type { Call } from '../../http/handler.ts'
import { networkOf } from '../../http/client-address.ts'
import { receiveForm } from '../../http/receive-form.ts'
import { takeUploadSlot } from './upload-slots.ts'
import { insertUpload } from './upload.repository.ts'
import { toWireUpload } from './upload.wire.ts'

const form = {
  field: 'image',
  noun: 'photo',
  maxBytes: MAX_UPLOAD_BYTES,
  /** Maximum length of a photo in base64. */
  maxTextBytes: Math.ceil(MAX_UPLOAD_BYTES / 3) * 4,
  storage: memoryStorage(),
  tooLarge,
}

/** Default number of seconds until an unclaimed upload is deleted. */
const DEFAULT_EXPIRATION = 600
/** Maximum number of seconds until an unclaimed anonymous upload is deleted. */
const MAX_ANONYMOUS_EXPIRATION_SECONDS = 86_400

/**
 * Implements imgbb's upload endpoint (api.imgbb.com). It stores the photo or forwards it to the configured
 * host.
 */
export async function uploadImage({ ctx, actor, query, req }: Call<'uploadImage'>) {
  if (query.key !== PUBLIC_IMAGE_KEY) throw createFieldProblem('key', 'Send this image host’s API key.')
  const network = networkOf(req.ip ?? '')
  const clientKey = actor?.id ?? network
  const releaseSlot = takeUploadSlot(clientKey, network)
  try {
    const photo = await readPhoto(req, ctx.config.uploadGraceSeconds)
    const image = await ctx.images.store(photo, clientKey)
    const requestedSeconds = query.expiration ?? DEFAULT_EXPIRATION
    const expiration = actor ? requestedSeconds : Math.min(requestedSeconds, MAX_ANONYMOUS_EXPIRATION_SECONDS)
    const now = ctx.now()
    const expiresAt = new Date(now.getTime() + expiration * 1000)
    const id = await insertUpload(ctx.db, { image, userId: actor?.id ?? null, expiresAt }, now)
    return toWireUpload(image, { id, expiration }, ctx.config)
  } finally {
    releaseSlot()
  }
}

/**
 * Reads the multipart field `image`, which, as at imgbb, is either a file or a base64 string.
 * @throws ProblemError `body-too-large` over 10 MiB, `upload-too-slow`, `unsupported-media-type`,
 * `invalid-input`
 */
async function readPhoto(req: Request, graceSeconds: number): Promise<Buffer> {
  await receiveForm(req, { ...form, graceSeconds })
  if (req.file) return req.file.buffer
  const field: unknown = (req.body as Record<string, unknown> | undefined)?.image
  // Line breaks are removed first. A pattern that allows for them takes quadratic time.
  const text = typeof field === 'string' ? field.replace(/\s/g, '') : ''
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw createFieldProblem('image', 'Choose a photo.')
  const photo = Buffer.from(text, 'base64')
  if (photo.length > MAX_UPLOAD_BYTES) throw tooLarge()
  return photo
}

function tooLarge(): ProblemError {
  return new ProblemError('body-too-large', { detail: 'Choose a photo of 10 MB or less.' })
}
