import type { Request } from 'express'
import { memoryStorage } from 'multer'
import { MAX_UPLOAD_BYTES } from '../../../contract/images.ts'
import { ProblemError, invalidField } from '../../../contract/problems.ts'
import { receiveForm } from '../../http/receive-form.ts'

const form = {
  field: 'image',
  noun: 'photo',
  maxBytes: MAX_UPLOAD_BYTES,
  /** In base64. */
  maxTextBytes: Math.ceil(MAX_UPLOAD_BYTES / 3) * 4,
  storage: memoryStorage(),
  tooLarge,
}

/**
 * The multipart field `image`: a file, or its bytes in base64, as imgbb takes both.
 * @throws ProblemError `body-too-large` over 10 MiB, `upload-too-slow`, `unsupported-media-type`, `invalid-input`
 */
export async function readPicture(req: Request, graceSeconds: number): Promise<Buffer> {
  await receiveForm(req, { ...form, graceSeconds })
  if (req.file) return req.file.buffer
  const field: unknown = (req.body as Record<string, unknown> | undefined)?.image
  // Without its line breaks first: a pattern that allows for them takes time by the square of the length.
  const text = typeof field === 'string' ? field.replace(/\s/g, '') : ''
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw invalidField('image', 'Choose a photo.')
  const picture = Buffer.from(text, 'base64')
  if (picture.length > MAX_UPLOAD_BYTES) throw tooLarge()
  return picture
}

function tooLarge(): ProblemError {
  return new ProblemError('body-too-large', { detail: 'Choose a photo of 10 MB or less.' })
}
