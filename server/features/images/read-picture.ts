import type { Request } from 'express'
import multer, { MulterError, memoryStorage } from 'multer'
import { MAX_UPLOAD_BYTES } from '../../../contract/images.ts'
import { ProblemError, invalidField } from '../../../contract/problems.ts'
import { watchPace } from './watch-pace.ts'

/** The rest of a multipart body: boundaries, part headers, small fields. */
const MULTIPART_OVERHEAD = 64 * 1024
const BASE64_LENGTH = Math.ceil(MAX_UPLOAD_BYTES / 3) * 4
const MAX_FORM = BASE64_LENGTH + MULTIPART_OVERHEAD

const readForm = multer({
  storage: memoryStorage(),
  limits: {
    fileSize: MAX_UPLOAD_BYTES,
    fieldSize: BASE64_LENGTH,
    fieldNameSize: 100,
    files: 1,
    fields: 4,
    parts: 5,
    headerPairs: 20,
  },
}).single('image')

/**
 * The multipart field `image`: a file, or its bytes in base64, as imgbb takes both.
 * @throws ProblemError `body-too-large` over 10 MiB, `upload-too-slow`, `unsupported-media-type`, `invalid-input`
 */
export async function readPicture(req: Request, graceSeconds: number): Promise<Buffer> {
  if (!req.is('multipart/form-data'))
    throw new ProblemError('unsupported-media-type', {
      detail: 'Send the photo as multipart/form-data.',
    })
  if (Number(req.get('content-length') ?? 0) > MAX_FORM) throw tooLarge()
  await parseForm(req, graceSeconds)
  if (req.file) return req.file.buffer
  const field: unknown = (req.body as Record<string, unknown> | undefined)?.image
  // Without its line breaks first: a pattern that allows for them takes time by the square of the length.
  const text = typeof field === 'string' ? field.replace(/\s/g, '') : ''
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw invalidField('image', 'Choose a photo.')
  const picture = Buffer.from(text, 'base64')
  if (picture.length > MAX_UPLOAD_BYTES) throw tooLarge()
  return picture
}

function parseForm(req: Request, graceSeconds: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    // multer takes the response for its signature's sake and does not touch it.
    readForm(req, req.res!, (error: unknown) => {
      if (!error) resolve()
      else reject(toProblem(error))
    })
    // multer bounds each part; without a Content-Length nothing else bounds them together.
    let received = 0
    req.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > MAX_FORM) refuse(tooLarge())
    })
    const endWatch = watchPace(req, graceSeconds, () => refuse(tooSlow()))
    req.once('close', endWatch)

    function refuse(problem: ProblemError): void {
      req.unpipe()
      reject(problem)
    }
  })
}

function toProblem(error: unknown): ProblemError {
  const code = error instanceof MulterError ? error.code : null
  if (code === 'LIMIT_FILE_SIZE' || code === 'LIMIT_FIELD_VALUE') return tooLarge()
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT')
    return invalidField('image', 'Send one photo in the field named image.')
  return invalidField('image', 'This form can’t be read. Send it again.')
}

/** The connection ends with the answer, or the rest would go on coming in for nothing. */
function tooSlow(): ProblemError {
  return new ProblemError('upload-too-slow', { headers: { Connection: 'close' } })
}

function tooLarge(): ProblemError {
  return new ProblemError('body-too-large', { detail: 'Choose a photo of 10 MB or less.' })
}
